public import JSON

/// The dialects that navd knows, by their names on the wire.
public enum Dialect: String, CaseIterable, Sendable {
  case navd, article, apns, fcm, fcm_device, jpush, magiclink, webpush, declarative, unifiedpush
  case ntfy, gotify, onesignal, expo, homeassistant, freedesktop, generic

  /// Its name on the wire.
  public var name: Text { Text(rawValue) }

  /// Whether its payloads count as tapped unless they say otherwise.
  public var isTapped: Bool {
    switch self {
    case .navd, .article, .magiclink: true
    default: false
    }
  }
}
