# bash completion of navctl(1). What navctl takes is asked of navctl, what there is of navd, for 200 ms
# at most; so there is nothing here to be kept in step with them.

# The lines of navctl's help on a verb that describe options: spelling and, where they are known, values.
_navctl_options() { navctl help "$1" 2>/dev/null | sed -n 's/^  \(--[^ ]*\( [^ ][^ ]*\)\{0,1\}\)  .*/\1/p'; }

# Strings of a member of what navctl tells as JSON.
_navctl_told() {
  local member=$1
  shift
  navctl "$@" --json --timeout 0.2 2>/dev/null | grep -oE "\"$member\":\"[^\"]*\"" | cut -d'"' -f4
}

# What may follow an option: the words between bars, sessions, apps or files.
_navctl_values() {
  local spelling
  case $1 in
  --session) _navctl_told session sessions | sed 's/@.*//' ;;
  --app) _navctl_told app app ;;
  --cursor-file | --socket) compgen -f -- "$current" ;;
  --manifests) compgen -d -- "$current" ;;
  *)
    spelling=$(_navctl_options "$verb" | grep -E "^$1( |=|\[)" | sed -E 's/^[^ =[]*( |=|\[)*//; s/\]$//')
    [[ $spelling != *'|'* || $spelling == *[A-Z]* ]] || tr '|' '\n' <<<"$spelling"
    ;;
  esac
}

_navctl_arguments() {
  case $verb in
  watch | attach | state | notices | close | back | home) _navctl_values --session ;;
  cancel | wait) _navctl_told request requests --limit 50 ;;
  app | build) _navctl_values --app ;;
  server) printf '%s\n' reload info ;;
  help) _navctl_verbs ;;
  check | routes | test) compgen -f -- "$current" ;;
  esac
}

_navctl_verbs() { navctl help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'; }

_navctl() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local verb='' word words IFS=$'\n'
  # With '=' among COMP_WORDBREAKS, '--wait=a' comes as three words.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $before == '=' ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  words=$(_navctl_verbs)
  for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    [[ -n $verb || $'\n'$words$'\n' != *$'\n'"$word"$'\n'* ]] || verb=$word
  done
  if [[ -n $verb && $current == -* ]]; then
    words=$(_navctl_options "$verb" | sed -E 's/( |=|\[).*//')
  elif [[ $before == --* && -n $(_navctl_options "${verb:-help}" | grep -E "^$before( |=|\[)") ]]; then
    words=$(_navctl_values "$before")
  elif [[ -n $verb ]]; then
    words=$(_navctl_arguments)
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}

complete -F _navctl navctl
