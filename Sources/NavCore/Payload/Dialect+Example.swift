extension Dialect {
  /// A small payload of the dialect, as one line of JSON, for people who look for its shape.
  public var example: String {
    switch self {
    case .navd: #"{"screen":"Order","params":{"id":"7"},"calls":["refresh"]}"#
    case .article: #"{"className":"Order","propertys":{"id":"7"},"method":"refresh"}"#
    case .apns: #"{"aps":{"alert":{"title":"Sent"}},"url":"shop:orders/7"}"#
    case .fcm: #"{"message":{"data":{"screen":"Order","id":"7"}}}"#
    case .fcm_device: #"{"gcm.n.e":"1","gcm.n.title":"Sent","gcm.n.link":"shop:orders/7"}"#
    case .jpush: #"{"_j_msgid":813843507,"aps":{"alert":"Sent"},"screen":"Order","id":7}"#
    case .magiclink: #"{"paramMap":{"class":"Order","property":"{\"id\":\"7\"}"}}"#
    case .webpush: #"{"notification":{"title":"Sent","data":{"url":"shop:orders/7"}}}"#
    case .declarative:
      #"{"web_push":8030,"notification":{"title":"Sent","navigate":"https://shop.example.com/orders/7"}}"#
    case .unifiedpush: #"{"body_b64":"eyJzY3JlZW4iOiJPcmRlciJ9"}"#
    case .ntfy: #"{"topic":"orders","event":"message","message":"Sent","click":"shop:orders/7"}"#
    case .gotify:
      #"{"message":"Sent","extras":{"client::notification":{"click":{"url":"shop:orders/7"}}}}"#
    case .onesignal: #"{"custom":{"i":"1","u":"shop:orders/7"}}"#
    case .expo:
      #"{"to":"ExponentPushToken[x]","title":"Sent","data":{"url":"shop:orders/7"}}"#
    case .homeassistant: #"{"message":"Sent","data":{"clickAction":"shop:orders/7"}}"#
    case .freedesktop: #"{"desktop_entry":"shop","summary":"Sent","data":{"url":"shop:orders/7"}}"#
    case .generic: #"{"title":"Sent","url":"shop:orders/7"}"#
    }
  }
}
