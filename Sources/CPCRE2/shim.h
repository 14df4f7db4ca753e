#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// PCRE2's functions are macros over names with a width suffix, which Swift does not import.
// There is no JIT here: no memory is ever writable and executable.

static inline void *_Nullable navd_regex_compile(
    const uint8_t *_Nullable pattern, size_t length, bool caseless, int *_Nonnull code) {
  PCRE2_SIZE at = 0;
  uint32_t options = PCRE2_DOLLAR_ENDONLY | PCRE2_ALT_BSUX | PCRE2_MATCH_UNSET_BACKREF |
                     PCRE2_ALLOW_EMPTY_CLASS | PCRE2_NEVER_BACKSLASH_C |
                     (caseless ? PCRE2_CASELESS : 0);
  return pcre2_compile(pattern ? pattern : (const uint8_t *)"", length, options, code, &at, 0);
}

/// Writes what a code of `navd_regex_compile` means, and returns its length or less than 0.
static inline int navd_regex_message(int code, uint8_t *_Nullable out, size_t capacity) {
  return out ? pcre2_get_error_message(code, out, capacity) : -1;
}

static inline void navd_regex_free(void *_Nonnull code) { pcre2_code_free((pcre2_code *)code); }

static inline uint32_t navd_regex_groups(const void *_Nonnull code) {
  uint32_t count = 0;
  pcre2_pattern_info((const pcre2_code *)code, PCRE2_INFO_CAPTURECOUNT, &count);
  return count;
}

static inline void *_Nullable navd_regex_limits(uint32_t match, uint32_t depth, uint32_t kibibytes) {
  pcre2_match_context *context = pcre2_match_context_create(0);
  if (!context) return 0;
  pcre2_set_match_limit(context, match);
  pcre2_set_depth_limit(context, depth);
  pcre2_set_heap_limit(context, kibibytes);
  return context;
}

static inline void navd_regex_limits_free(void *_Nonnull limits) {
  pcre2_match_context_free((pcre2_match_context *)limits);
}

/// Matches and writes start and end of each group into `groups`, -1 where it took no part.
/// Returns 1 for a match, 0 for none, otherwise PCRE2's error.
static inline int navd_regex_match(
    const void *_Nonnull code, const uint8_t *_Nullable subject, size_t length,
    void *_Nonnull limits, ptrdiff_t *_Nullable groups, size_t groupCount) {
  pcre2_match_data *data = pcre2_match_data_create_from_pattern((const pcre2_code *)code, 0);
  if (!data) return PCRE2_ERROR_NOMEMORY;
  int result = pcre2_match(
      (const pcre2_code *)code, subject ? subject : (const uint8_t *)"", length, 0, 0, data,
      (pcre2_match_context *)limits);
  if (result > 0 && groups) {
    const PCRE2_SIZE *pairs = pcre2_get_ovector_pointer(data);
    for (size_t i = 0; i < groupCount * 2; i++)
      groups[i] = i / 2 < (size_t)result && pairs[i] != PCRE2_UNSET ? (ptrdiff_t)pairs[i] : -1;
  }
  pcre2_match_data_free(data);
  return result > 0 ? 1 : result == PCRE2_ERROR_NOMATCH ? 0 : result;
}
