import JSON

extension NavigationState {
  /// Bytes that a state is counted as: those of its texts, and what names and marks add.
  var size: Int {
    stacks.reduce(modals.reduce(0) { $0 + $1.size }) { sum, stack in
      stack.entries.reduce(sum) { $0 + $1.size }
    } + notices.reduce(0) { $0 + $1.size }
  }
}

extension Command {
  /// The most bytes that it adds to a state.
  var size: Int {
    switch self {
    case .reset(let state): state.size
    case .push(_, let entry), .replace(_, let entry), .present(let entry): entry.size
    case .update(_, let params): params.size
    case .notice(let notice): notice.size
    case .selectTab, .pop, .popTo, .dismiss, .remove, .call, .clearNotice, .visit: 0
    }
  }
}

extension Entry {
  /// Bytes that an entry is counted as.
  var size: Int { 64 + screen.count + params.size }
}

extension Notice {
  /// Bytes that a notice is counted as.
  var size: Int {
    let texts = 160 + (title?.count ?? 0) + (body?.count ?? 0) + (image?.count ?? 0)
    return buttons.reduce(texts + params.size) { $0 + 32 + $1.id.count + $1.title.count }
  }
}
