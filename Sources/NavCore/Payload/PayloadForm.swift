import JSON

/// One dialect: how its shape unwraps to the normal form.
protocol PayloadForm {
  /// Fills the form, whose dialect, marker and usual arrival are set, from the payload.
  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal)
}

extension Dialect {
  /// Reads a payload of it.
  func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    switch self {
    case .navd: try NavdForm.read(json, members, into: &draft)
    case .article: try ArticleForm.read(json, members, into: &draft)
    case .apns: try APNsForm.read(json, members, into: &draft)
    case .fcm: try FCMForm.read(json, members, into: &draft)
    case .fcm_device: try FCMDeviceForm.read(json, members, into: &draft)
    case .jpush: try JPushForm.read(json, members, into: &draft)
    case .magiclink: try MagicLinkForm.read(json, members, into: &draft)
    case .webpush: try WebPushForm.read(json, members, into: &draft)
    case .declarative: try DeclarativeForm.read(json, members, into: &draft)
    case .unifiedpush: try UnifiedPushForm.read(json, members, into: &draft)
    case .ntfy: try NtfyForm.read(json, members, into: &draft)
    case .gotify: try GotifyForm.read(json, members, into: &draft)
    case .onesignal: try OneSignalForm.read(json, members, into: &draft)
    case .expo: try ExpoForm.read(json, members, into: &draft)
    case .homeassistant: try HomeAssistantForm.read(json, members, into: &draft)
    case .freedesktop: try FreedesktopForm.read(json, members, into: &draft)
    case .generic: try GenericForm.read(json, members, into: &draft)
    }
  }
}
