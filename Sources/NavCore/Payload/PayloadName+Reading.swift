import JSON

extension PayloadName {
  /// What a name is; by its length first, so that no name costs more than the few as long as it.
  init(_ name: borrowing Name) { self = PayloadName.exact(name) ?? PayloadName.prefixed(name) }

  /// What the prefixes of the push systems' own names say.
  private static func prefixed(_ name: borrowing Name) -> PayloadName {
    switch name.first {
    case UInt8(ascii: "g"): name.starts("gcm.") || name.starts("google.") ? .gcmOther : .unknown
    case UInt8(ascii: "_"): name.starts("_j_") ? .j_other : .unknown
    case UInt8(ascii: "c"): name.starts("cn.jpush.android.") ? .jpush_other : .unknown
    case UInt8(ascii: "E"): name.starts("EXTRA_") ? .ofJPush : .unknown
    case UInt8(ascii: "n"): name.starts("n_") ? .ofJPush : .unknown
    default: .unknown
    }
  }

  private static func exact(_ name: borrowing Name) -> PayloadName? {
    switch name.count {
    case 1: of1(name)
    case 2: of2(name)
    case 3: of3(name)
    case 4: of4(name)
    case 5: of5(name)
    case 6: of6(name)
    case 7: of7(name)
    case 8: of8(name)
    case 9: of9(name)
    case 10: of10(name)
    case 11: of11(name)
    case 12: of12(name)
    case 13: of13(name)
    case 14: of14(name)
    case 16: of16(name)
    case 17: of17(name)
    case 18: of18(name)
    case 20: of20(name)
    case 21: of21(name)
    case 22: of22(name)
    case 23: of23(name)
    case 24: of24(name)
    case 29: of29(name)
    case 43: of43(name)
    default: nil
    }
  }
}

extension PayloadName {
  @inline(__always) private static func of1(_ name: borrowing Name) -> PayloadName? {
    if name.is("m") || name.is("o") || name.is("b") || name.is("s") { return .ofOneSignal }
    return nil
  }

  @inline(__always) private static func of2(_ name: borrowing Name) -> PayloadName? {
    if name.is("to") { return .to }
    if name.is("id") { return .id }
    return nil
  }

  @inline(__always) private static func of3(_ name: borrowing Name) -> PayloadName? {
    if name.is("aps") { return .aps }
    if name.is("url") { return .url }
    if name.is("uri") { return .uri }
    if name.is("tag") { return .tag }
    if name.is("ttl") { return .ttl }
    if name.is("dir") { return .ofPage }
    if name.is("att") || name.is("grp") || name.is("pri") || name.is("vis") { return .ofOneSignal }
    return nil
  }

  @inline(__always) private static func of4(_ name: borrowing Name) -> PayloadName? {
    if name.is("data") { return .data }
    if name.is("body") { return .body }
    if name.is("link") { return .link }
    if name.is("time") { return .time }
    if name.is("icon") { return .icon }
    if name.is("text") { return .text }
    if name.is("apns") { return .apns }
    if name.is("lang") { return .pageHint }
    if name.is("from") { return .ofFCM }
    if name.is("type") { return .ofMagicLink }
    if name.is("push") { return .ofHomeAssistant }
    return nil
  }

  @inline(__always) private static func of5(_ name: borrowing Name) -> PayloadName? {
    if name.is("topic") { return .topic }
    if name.is("event") { return .event }
    if name.is("click") { return .click }
    if name.is("class") { return .class }
    if name.is("calls") { return .calls }
    if name.is("appid") { return .appid }
    if name.is("title") { return .title }
    if name.is("image") { return .image }
    if name.is("hints") { return .hints }
    if name.is("alert") { return .alert }
    if name.is("token") { return .token }
    if name.is("badge") { return .pageHint }
    if name.is("group") || name.is("color") { return .ofHomeAssistant }
    if name.is("bicon") { return .ofOneSignal }
    return nil
  }

  @inline(__always) private static func of6(_ name: borrowing Name) -> PayloadName? {
    if name.is("msg_id") { return .msg_id }
    if name.is("custom") { return .custom }
    if name.is("extras") { return .extras }
    if name.is("screen") { return .screen }
    if name.is("params") { return .params }
    if name.is("method") { return .method }
    if name.is("action") { return .action }
    if name.is("target") { return .target }
    if name.is("silent") { return .pageHint }
    if name.is("source") { return .ofMagicLink }
    if name.is("sticky") { return .ofHomeAssistant }
    return nil
  }

  @inline(__always) private static func of7(_ name: borrowing Name) -> PayloadName? {
    if name.is("n_title") { return .n_title }
    if name.is("dialect") { return .dialect }
    if name.is("os_data") { return .os_data }
    if name.is("actions") { return .actions }
    if name.is("message") { return .message }
    if name.is("request") { return .request }
    if name.is("ntfType") { return .ntfType }
    if name.is("summary") { return .summary }
    if name.is("buttons") { return .buttons }
    if name.is("content") { return .content }
    if name.is("android") { return .android }
    if name.is("webpush") { return .webpush }
    if name.is("vibrate") { return .pageHint }
    if name.is("channel") { return .ofHomeAssistant }
    return nil
  }

  @inline(__always) private static func of8(_ name: borrowing Name) -> PayloadName? {
    if name.is("_j_msgid") { return .j_msgid }
    if name.is("n_extras") { return .n_extras }
    if name.is("web_push") { return .web_push }
    if name.is("platform") { return .platform }
    if name.is("audience") { return .audience }
    if name.is("paramMap") { return .paramMap }
    if name.is("app_name") { return .app_name }
    if name.is("body_b64") { return .body_b64 }
    if name.is("deeplink") { return .deeplink }
    if name.is("property") { return .property }
    if name.is("actionId") { return .actionId }
    if name.is("priority") { return .priority }
    if name.is("renotify") { return .pageHint }
    if name.is("rom_type") { return .ofJPush }
    if name.is("app_icon") { return .ofDesktop }
    if name.is("subtitle") || name.is("ledColor") { return .ofHomeAssistant }
    return nil
  }

  @inline(__always) private static func of9(_ name: borrowing Name) -> PayloadName? {
    if name.is("gcm.n.tag") { return .gcm_tag }
    if name.is("n_content") { return .n_content }
    if name.is("className") { return .className }
    if name.is("deep_link") { return .deep_link }
    if name.is("propertys") { return .propertys }
    if name.is("timestamp") { return .timestamp }
    if name.is("messageId") { return .messageId }
    return nil
  }

  @inline(__always) private static func of10(_ name: borrowing Name) -> PayloadName? {
    if name.is("gcm.n.body") { return .gcm_body }
    if name.is("gcm.n.link") { return .gcm_link }
    if name.is("google.ttl") { return .google_ttl }
    if name.is("properties") { return .properties }
    if name.is("message_id") { return .message_id }
    if name.is("expiration") { return .expiration }
    if name.is("collapseId") { return .collapseId }
    if name.is("importance") || name.is("persistent") || name.is("attachment")
      || name.is("webhook_id")
    {
      return .ofHomeAssistant
    }
    return nil
  }

  @inline(__always) private static func of11(_ name: borrowing Name) -> PayloadName? {
    if name.is("gcm.n.title") { return .gcm_title }
    if name.is("gcm.n.image") { return .gcm_image }
    if name.is("EXTRA_EXTRA") { return .extra_extra }
    if name.is("EXTRA_TITLE") { return .extra_title }
    if name.is("EXTRA_ALERT") { return .extra_alert }
    if name.is("clickAction") { return .clickAction }
    if name.is("richContent") { return .richContent }
    if name.is("replaces_id") { return .replaces_id }
    if name.is("collapse_id") { return .collapse_id }
    return nil
  }

  @inline(__always) private static func of12(_ name: borrowing Name) -> PayloadName? {
    if name.is("EXTRA_MSG_ID") { return .extra_msg_id }
    if name.is("notification") { return .notification }
    if name.is("collapse_key") { return .collapse_key }
    if name.is("message_type") { return .message_type }
    if name.is("whichPushSDK") { return .ofJPush }
    return nil
  }

  @inline(__always) private static func of13(_ name: borrowing Name) -> PayloadName? {
    if name.is("EXTRA_MESSAGE") { return .extra_message }
    if name.is("navigationKey") { return .navigationKey }
    if name.is("desktop_entry") { return .desktop_entry }
    if name.is("desktop-entry") { return .desktopEntryDashed }
    if name.is("actionButtons") { return .ofOneSignal }
    return nil
  }

  @inline(__always) private static func of14(_ name: borrowing Name) -> PayloadName? {
    if name.is("gcm.message_id") { return .gcm_message_id }
    if name.is("default-action") { return .default_action }
    if name.is("actionSelected") { return .actionSelected }
    if name.is("expire_timeout") { return .ofDesktop }
    return nil
  }

  @inline(__always) private static func of16(_ name: borrowing Name) -> PayloadName? {
    if name.is("google.sent_time") { return .google_sent_time }
    if name.is("activation_token") { return .activation_token }
    if name.is("activation-token") { return .activationTokenDashed }
    if name.is("actionIdentifier") { return .actionIdentifier }
    return nil
  }

  @inline(__always) private static func of17(_ name: borrowing Name) -> PayloadName? {
    if name.is("google.message_id") { return .google_message_id }
    if name.is("_contentAvailable") { return .contentAvailable }
    if name.is("registration_info") || name.is("notification_icon") { return .ofHomeAssistant }
    return nil
  }

  @inline(__always) private static func of18(_ name: borrowing Name) -> PayloadName? {
    if name.is("gcm.n.link_android") { return .gcm_link_android }
    if name.is("default_action_url") { return .default_action_url }
    if name.is("requireInteraction") { return .ofPage }
    return nil
  }

  @inline(__always) private static func of20(_ name: borrowing Name) -> PayloadName? {
    name.is("gcm.notification.tag") ? .gcmOld_tag : nil
  }

  @inline(__always) private static func of21(_ name: borrowing Name) -> PayloadName? {
    if name.is("gcm.notification.body") { return .gcmOld_body }
    if name.is("gcm.notification.link") { return .gcmOld_link }
    if name.is("default-action-target") { return .default_action_target }
    return nil
  }

  @inline(__always) private static func of22(_ name: borrowing Name) -> PayloadName? {
    if name.is("gcm.notification.title") { return .gcmOld_title }
    if name.is("gcm.notification.image") { return .gcmOld_image }
    if name.is("cn.jpush.android.TITLE") { return .jpush_title }
    if name.is("cn.jpush.android.ALERT") { return .jpush_alert }
    if name.is("cn.jpush.android.EXTRA") { return .jpush_extra }
    return nil
  }

  @inline(__always) private static func of23(_ name: borrowing Name) -> PayloadName? {
    name.is("cn.jpush.android.MSG_ID") ? .jpush_msg_id : nil
  }

  @inline(__always) private static func of24(_ name: borrowing Name) -> PayloadName? {
    if name.is("cn.jpush.android.MESSAGE") { return .jpush_message }
    if name.is("EXTRA_NOTIFICATION_TITLE") { return .extra_notification_title }
    return nil
  }

  @inline(__always) private static func of29(_ name: borrowing Name) -> PayloadName? {
    name.is("gcm.notification.link_android") ? .gcmOld_link_android : nil
  }

  @inline(__always) private static func of43(_ name: borrowing Name) -> PayloadName? {
    name.is("cn.jpush.android.NOTIFICATION_CONTENT_TITLE") ? .jpush_notification_content_title : nil
  }
}
