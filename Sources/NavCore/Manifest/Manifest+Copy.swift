extension Manifest {
  /// The same manifest with no link but one, to ask what that one takes by itself.
  public func keeping(link: Int, ofScreen screen: Int) -> Manifest {
    let copy = Manifest(app: app)
    (copy.title, copy.user, copy.path) = (title, user, path)
    (copy.schemes, copy.hosts, copy.base) = (schemes, hosts, base)
    (copy.tabs, copy.defaultScreen, copy.idle) = (tabs, defaultScreen, idle)
    (copy.conditions, copy.activationUnit) = (conditions, activationUnit)
    copy.screenNames = screenNames
    copy.screens = screens.enumerated().map { index, original in
      original.with(
        links: index == screen && original.links.indices.contains(link)
          ? [original.links[link]] : [])
    }
    return copy
  }
}

extension Screen {
  /// The same screen with other links.
  fileprivate func with(links: [LinkPattern]) -> Screen {
    let copy = Screen(name: name)
    (copy.aliases, copy.params, copy.identity) = (aliases, params, identity)
    (copy.methods, copy.links, copy.rules) = (methods, links, rules)
    (copy.placement, copy.parent, copy.present) = (placement, parent, present)
    (copy.reuse, copy.onReceived, copy.stay) = (reuse, onReceived, stay)
    (copy.requires, copy.otherwise, copy.origins) = (requires, otherwise, origins)
    copy.rejectsUnknownParams = rejectsUnknownParams
    return copy
  }
}
