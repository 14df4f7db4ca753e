import JSON

/// One dialect: how its shape unwraps to the normal form.
protocol PayloadForm {
  /// Fills the delivery, whose dialect, marker and usual arrival are set, from the payload.
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal)
}

extension Dialect {
  /// Whether its payloads count as tapped unless they say otherwise.
  public var isTapped: Bool {
    switch self {
    case .navd, .article, .magiclink: true
    default: false
    }
  }

  /// The code that reads it.
  var form: any PayloadForm.Type {
    switch self {
    case .navd: NavdForm.self
    case .article: ArticleForm.self
    case .apns: APNsForm.self
    case .fcm: FCMForm.self
    case .fcm_device: FCMDeviceForm.self
    case .jpush: JPushForm.self
    case .magiclink: MagicLinkForm.self
    case .webpush: WebPushForm.self
    case .declarative: DeclarativeForm.self
    case .unifiedpush: UnifiedPushForm.self
    case .ntfy: NtfyForm.self
    case .gotify: GotifyForm.self
    case .onesignal: OneSignalForm.self
    case .expo: ExpoForm.self
    case .homeassistant: HomeAssistantForm.self
    case .freedesktop: FreedesktopForm.self
    case .generic: GenericForm.self
    }
  }
}
