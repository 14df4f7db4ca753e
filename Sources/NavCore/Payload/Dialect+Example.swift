extension Dialect {
  /// A small payload of the dialect, as one line of JSON, for people who look for its shape.
  public var example: String {
    switch self {
    case .navd:
      #"{"screen":"OrderDetail","params":{"orderid":"7"},"calls":["refreshUserInformation"]}"#
    case .article:
      #"{"className":"OrderDetail","propertys":{"orderid":"7"},"method":"refreshUserInformation"}"#
    case .apns:
      #"{"aps":{"alert":{"title":"Shipped","body":"Order 7"}},"ntfType":"rank_like"}"#
    case .fcm:
      #"{"message":{"token":"t","data":{"screen":"OrderDetail","orderid":"7"}}}"#
    case .fcm_device:
      #"{"gcm.n.title":"Shipped","gcm.n.link":"https://shop.example.com/orders/7","gcm.n.e":"1"}"#
    case .jpush:
      #"{"_j_msgid":813843507,"aps":{"alert":"Shipped"},"className":"OrderDetail","orderid":7}"#
    case .magiclink:
      #"{"dialect":"magiclink","params":{"class":"OrderDetail","property":"{\"orderid\":\"7\"}"}}"#
    case .webpush:
      #"{"notification":{"title":"Shipped","data":{"url":"https://shop.example.com/orders/7"}}}"#
    case .declarative:
      #"{"web_push":8030,"notification":{"title":"Shipped","navigate":"/orders/7"}}"#
    case .unifiedpush:
      #"{"body_b64":"eyJ1cmwiOiIvb3JkZXJzLzcifQ==","id":"m1","token":"t"}"#
    case .ntfy:
      #"{"topic":"shop","event":"message","id":"m1","message":"Shipped","click":"/orders/7"}"#
    case .gotify:
      #"{"message":"Shipped","extras":{"client::notification":{"click":{"url":"/orders/7"}}}}"#
    case .onesignal:
      #"{"aps":{"alert":"Shipped"},"custom":{"i":"m1","u":"/orders/7","a":{"orderid":7}}}"#
    case .expo:
      #"{"to":"ExponentPushToken[x]","title":"Shipped","data":{"url":"/orders/7"}}"#
    case .homeassistant:
      #"{"message":"Somebody rings","data":{"clickAction":"/lovelace/cameras","tag":"bell"}}"#
    case .freedesktop:
      #"{"desktop_entry":"org.example.Shop","action":"default","data":{"screen":"OrderDetail"}}"#
    case .generic:
      #"{"url":"https://shop.example.com/orders/7","title":"Shipped"}"#
    }
  }
}
