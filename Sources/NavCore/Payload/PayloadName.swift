/// The names that some dialect reads, or keeps for itself, and groups of them that are only kept.
///
/// Their order matters: those of FCM, those that mark JPush, and those that mark a system's dialect or are
/// among its marks are ranges, and the first two lie in the last.
enum PayloadName: UInt8 {
  /// Any other that begins with `gcm.` or `google.`.
  case gcmOther
  case gcm_title, gcm_body, gcm_image, gcm_link, gcm_link_android, gcm_tag, gcmOld_title
  case gcmOld_body, gcmOld_image, gcmOld_link, gcmOld_link_android, gcmOld_tag, gcm_message_id
  case google_message_id, google_ttl, google_sent_time

  /// Any other that begins with `_j_`, or with `cn.jpush.android.`.
  case j_other, jpush_other
  case j_msgid, jpush_notification_content_title, jpush_title, jpush_alert, jpush_msg_id
  case jpush_extra, jpush_message, extra_extra, extra_msg_id, n_extras, n_content

  case dialect, web_push, os_data, custom, topic, extras, message, notification, platform
  case audience, aps, to, request, desktop_entry, desktopEntryDashed, app_name, activation_token
  case appid, default_action_url, body_b64, default_action

  case extra_notification_title, extra_title, extra_alert, extra_message, n_title, msg_id
  case event, click, actions, className, `class`, navigationKey, ntfType, screen, params, calls
  case paramMap, data, summary, activationTokenDashed, clickAction, title, body, url, link
  case deeplink, deep_link, uri, propertys, properties, property, method, image, action
  case actionIdentifier, message_id
  case collapse_key, message_type, id, time, icon, tag, ttl, timestamp, expiration, collapseId
  case richContent, contentAvailable, hints, replaces_id, buttons, target, default_action_target
  case content, text, alert, collapse_id, actionSelected, actionId, token, android, apns
  case webpush, messageId, priority

  /// Names that only the notification of a web page has.
  case pageHint
  /// Names that are only left out, by the dialect that does.
  case ofPage, ofFCM, ofJPush, ofMagicLink, ofDesktop, ofHomeAssistant, ofOneSignal

  /// What no dialect knows.
  case unknown

  /// Whether a payload with it may be of a system, by ``PayloadMarkers``.
  var isMark: Bool { rawValue <= PayloadName.default_action.rawValue }

  /// Whether it is one of FCM's own, which mark a bundle of its.
  var isOfFCM: Bool { rawValue <= PayloadName.google_sent_time.rawValue }

  /// Whether it is one of JPush's own that mark what a device got of it.
  var marksJPush: Bool {
    rawValue >= PayloadName.j_other.rawValue && rawValue <= PayloadName.n_content.rawValue
  }
}
