import JSON
import NavCore

extension Manifest {
  /// A command without the values of sensitive params, for history and explain.
  func withoutSecrets(_ command: Command) -> Command {
    switch command {
    case .push(let tab, let entry): .push(tab: tab, withoutSecrets(entry))
    case .replace(let tab, let entry): .replace(tab: tab, withoutSecrets(entry))
    case .present(let entry): .present(withoutSecrets(entry))
    case .reset(var state):
      {
        for index in state.stacks.indices {
          state.stacks[index].entries = state.stacks[index].entries.map(withoutSecrets)
        }
        state.modals = state.modals.map(withoutSecrets)
        return .reset(state)
      }()
    case .notice(var notice):
      {
        guard let screen = notice.screen else { return command }
        notice.params = withoutSecrets(notice.params, of: screen)
        return .notice(notice)
      }()
    case .update(let key, let params):
      .update(key, withoutSecrets(params, of: nil))
    case .selectTab, .pop, .popTo, .dismiss, .remove, .call, .clearNotice, .visit: command
    }
  }

  private func withoutSecrets(_ entry: Entry) -> Entry {
    Entry(
      key: entry.key, screen: entry.screen, params: withoutSecrets(entry.params, of: entry.screen))
  }

  /// Params with `"***"` for what is sensitive; where the screen is not known, for what is so of any screen.
  func withoutSecrets(_ params: Params, of screen: Text?) -> Params {
    let declared =
      screen.flatMap { self.screen(named: $0)?.params } ?? screens.flatMap(\.params)
    let secret = Set(declared.filter(\.sensitive).map(\.name))
    guard !secret.isEmpty else { return params }
    return Params(
      params.items.map {
        secret.contains($0.name) ? Params.Item(name: $0.name, value: "\"***\"") : $0
      })
  }
}
