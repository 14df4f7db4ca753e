import JSON

/// Which of the names that navd knows an object has: one bit each, found in one walk.
struct PayloadNames: OptionSet {
  var rawValue: UInt64

  static let dialect = Self(rawValue: 1 << 0)
  static let web_push = Self(rawValue: 1 << 1)
  static let os_data = Self(rawValue: 1 << 2)
  static let custom = Self(rawValue: 1 << 3)
  static let topic = Self(rawValue: 1 << 4)
  static let event = Self(rawValue: 1 << 5)
  static let click = Self(rawValue: 1 << 6)
  static let actions = Self(rawValue: 1 << 7)
  static let extras = Self(rawValue: 1 << 8)
  static let message = Self(rawValue: 1 << 9)
  static let notification = Self(rawValue: 1 << 10)
  static let platform = Self(rawValue: 1 << 11)
  static let audience = Self(rawValue: 1 << 12)
  static let aps = Self(rawValue: 1 << 13)
  static let jpush = Self(rawValue: 1 << 14)
  static let fcm = Self(rawValue: 1 << 15)
  static let to = Self(rawValue: 1 << 16)
  static let request = Self(rawValue: 1 << 17)
  static let className = Self(rawValue: 1 << 18)
  static let `class` = Self(rawValue: 1 << 19)
  static let navigationKey = Self(rawValue: 1 << 20)
  static let ntfType = Self(rawValue: 1 << 21)
  static let screen = Self(rawValue: 1 << 22)
  static let params = Self(rawValue: 1 << 23)
  static let calls = Self(rawValue: 1 << 24)
  static let paramMap = Self(rawValue: 1 << 25)
  static let data = Self(rawValue: 1 << 26)
  static let desktop_entry = Self(rawValue: 1 << 27)
  static let app_name = Self(rawValue: 1 << 28)
  static let summary = Self(rawValue: 1 << 29)
  static let activation_token = Self(rawValue: 1 << 30)
  static let clickAction = Self(rawValue: 1 << 31)
  static let appid = Self(rawValue: 1 << 32)
  static let title = Self(rawValue: 1 << 33)
  static let body = Self(rawValue: 1 << 34)
  static let default_action_url = Self(rawValue: 1 << 35)
  static let body_b64 = Self(rawValue: 1 << 36)
  static let url = Self(rawValue: 1 << 37)
  static let link = Self(rawValue: 1 << 38)
  static let deeplink = Self(rawValue: 1 << 39)
  static let deep_link = Self(rawValue: 1 << 40)
  static let uri = Self(rawValue: 1 << 41)
  static let propertys = Self(rawValue: 1 << 42)
  static let properties = Self(rawValue: 1 << 43)
  static let property = Self(rawValue: 1 << 44)
  static let method = Self(rawValue: 1 << 45)
  static let pageHint = Self(rawValue: 1 << 46)
  static let image = Self(rawValue: 1 << 47)
  static let defaultAction = Self(rawValue: 1 << 48)

  static let classes: Self = [.className, .class]
  static let objects: Self = [.propertys, .properties, .property, .params]
  static let links: Self = [.url, .link, .deeplink, .deep_link, .uri]
}

extension PayloadNames {
  /// Walks over the names of an object once.
  init(_ json: borrowing Document, _ node: Node) {
    var seen: Self = []
    json.members(node) { name, _ in seen.formUnion(Self.known(name)) }
    self = seen
  }

  /// The bit of a name; by its length first, so that a walk costs the same however many dialects there are.
  static func known(_ name: borrowing Name) -> Self {
    switch name.count {
    case 2: name.is("to") ? .to : []
    case 3: name.is("aps") ? .aps : name.is("url") ? .url : name.is("uri") ? .uri : []
    case 4: name.is("data") ? .data : name.is("link") ? .link : name.is("body") ? .body : four(name)
    case 5: five(name)
    case 6: six(name)
    case 7: seven(name)
    case 8: eight(name)
    case 9: nine(name)
    case 10: ten(name)
    case 11: name.is("clickAction") ? .clickAction : system(name)
    case 12: name.is("notification") ? .notification : system(name)
    case 13: thirteen(name)
    case 14: name.is("default-action") ? .defaultAction : system(name)
    case 16: name.is("activation_token") ? .activation_token : system(name)
    case 18: name.is("default_action_url") ? .default_action_url : system(name)
    default: system(name)
    }
  }
}

extension PayloadNames {
  private static func four(_ name: borrowing Name) -> Self {
    name.is("icon") || name.is("lang") ? .pageHint : system(name)
  }

  private static func five(_ name: borrowing Name) -> Self {
    if name.is("title") { return .title }
    if name.is("class") { return .class }
    if name.is("topic") { return .topic }
    if name.is("event") { return .event }
    if name.is("click") { return .click }
    if name.is("calls") { return .calls }
    if name.is("appid") { return .appid }
    if name.is("image") { return .image }
    return name.is("badge") ? .pageHint : system(name)
  }

  private static func six(_ name: borrowing Name) -> Self {
    if name.is("screen") { return .screen }
    if name.is("params") { return .params }
    if name.is("method") { return .method }
    if name.is("custom") { return .custom }
    if name.is("extras") { return .extras }
    return name.is("silent") ? .pageHint : system(name)
  }

  private static func seven(_ name: borrowing Name) -> Self {
    if name.is("message") { return .message }
    if name.is("actions") { return .actions }
    if name.is("ntfType") { return .ntfType }
    if name.is("os_data") { return .os_data }
    if name.is("request") { return .request }
    if name.is("summary") { return .summary }
    if name.is("dialect") { return .dialect }
    return name.is("vibrate") ? .pageHint : system(name)
  }

  private static func eight(_ name: borrowing Name) -> Self {
    if name.is("property") { return .property }
    if name.is("platform") { return .platform }
    if name.is("audience") { return .audience }
    if name.is("deeplink") { return .deeplink }
    if name.is("paramMap") { return .paramMap }
    if name.is("web_push") { return .web_push }
    if name.is("app_name") { return .app_name }
    if name.is("body_b64") { return .body_b64 }
    if name.is("renotify") { return .pageHint }
    return name.is("n_extras") ? .jpush : system(name)
  }

  private static func nine(_ name: borrowing Name) -> Self {
    if name.is("className") { return .className }
    if name.is("propertys") { return .propertys }
    return name.is("deep_link") ? .deep_link : system(name)
  }

  private static func ten(_ name: borrowing Name) -> Self {
    name.is("properties") ? .properties : name.is("n_content") ? .jpush : system(name)
  }

  private static func thirteen(_ name: borrowing Name) -> Self {
    if name.is("navigationKey") { return .navigationKey }
    if name.is("desktop_entry") || name.is("desktop-entry") { return .desktop_entry }
    return system(name)
  }

  /// What the prefixes of the push systems' own keys say.
  private static func system(_ name: borrowing Name) -> Self {
    if name.starts("gcm.") || name.starts("google.") { return .fcm }
    if name.starts("_j_") || name.starts("cn.jpush.android.") { return .jpush }
    return name.is("EXTRA_EXTRA") || name.is("EXTRA_MSG_ID") ? .jpush : []
  }
}
