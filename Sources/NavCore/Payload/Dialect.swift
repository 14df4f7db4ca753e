public import JSON

/// The dialects that navd knows, by their names on the wire.
public enum Dialect: String, CaseIterable, Sendable {
  case navd, article, apns, fcm, fcm_device, jpush, magiclink, webpush, declarative, unifiedpush
  case ntfy, gotify, onesignal, expo, homeassistant, freedesktop, generic

  /// Its name on the wire.
  public var name: Text { Text(stringLiteral: word) }

  /// Its name on the wire, without a copy.
  public var word: StaticString {
    switch self {
    case .navd: "navd"
    case .article: "article"
    case .apns: "apns"
    case .fcm: "fcm"
    case .fcm_device: "fcm_device"
    case .jpush: "jpush"
    case .magiclink: "magiclink"
    case .webpush: "webpush"
    case .declarative: "declarative"
    case .unifiedpush: "unifiedpush"
    case .ntfy: "ntfy"
    case .gotify: "gotify"
    case .onesignal: "onesignal"
    case .expo: "expo"
    case .homeassistant: "homeassistant"
    case .freedesktop: "freedesktop"
    case .generic: "generic"
    }
  }

  /// Whether its payloads count as tapped unless they say otherwise.
  public var isTapped: Bool {
    switch self {
    case .navd, .article, .magiclink: true
    default: false
    }
  }
}
