import NavCore

extension PayloadCases {
  /// A payload of the dialect, as its system documents it.
  static func sample(of dialect: Dialect) -> String {
    switch dialect {
    case .navd:
      #"""
      {"screen":"OrderDetail","params":{"orderid":"2015032688","focus":"items","count":3},\#
      "calls":["refreshUserInformation"],"title":"Order shipped","body":"#1 is on its way",\#
      "image":"https://shop.example.com/i/1.png","buttons":[{"id":"track","title":"Track",\#
      "link":"https://shop.example.com/orders/2015032688/track"}]}
      """#
    case .article:
      #"""
      {"className":"HKOrderDetailViewController","propertys":{"orderid":"2015032688",\#
      "focus":"items","name":"test","age":3,"content":"Your order is on its way to you"},\#
      "method":"refreshUserInformation","title":"Order shipped","badge":1,\#
      "sender":"warehouse-7","campaign":"autumn","sent":1764460800}
      """#
    case .apns:
      #"""
      {"aps":{"alert":{"title":"Order shipped","subtitle":"","body":"Number 1 is on its way"},\#
      "badge":3,"sound":"default","category":"ORDER","thread-id":"orders",\#
      "interruption-level":"time-sensitive","relevance-score":0.7},"ntfType":"rank_like",\#
      "className":"OrderDetail","orderid":9007199254740993}
      """#
    case .fcm:
      #"""
      {"message":{"token":"bk3RNwTe3H0","data":{"screen":"order","id":"1","args":"{\"tab\":2}"},\#
      "notification":{"title":"Order shipped","body":"It is on its way"},"android":\#
      {"collapse_key":"orders","ttl":"3600s","notification":{"tag":"o1"}},"webpush":\#
      {"fcm_options":{"link":"https://shop.example.com/orders/1"}}}}
      """#
    case .fcm_device:
      #"""
      {"gcm.n.title":"Order shipped","gcm.n.body":"Number 1 is on its way","gcm.n.e":"1",\#
      "gcm.n.click_action":"OPEN","gcm.n.link":"https://shop.example.com/orders/1",\#
      "google.message_id":"0:1571%x","google.sent_time":1764460800000,"google.ttl":3600,\#
      "from":"123","collapse_key":"orders","orderid":"1"}
      """#
    case .jpush:
      #"""
      {"_j_msgid":813843507,"_j_uid":5132563741,"_j_business":1,"aps":{"alert":{"title":\#
      "Order shipped","body":"Number 1 is on its way"},"badge":1,"sound":"default",\#
      "mutable-content":1},"className":"OrderDetail","orderid":"2015032688",\#
      "focus":"items","newsid":321,"campaign":"autumn","sender":"warehouse-7"}
      """#
    case .magiclink:
      #"""
      {"paramMap":{"class":"OrderDetail","property":"{\"orderid\":\"2015032688\",\"focus\":\#
      \"items\",\"name\":\"test\"}","channel":"poster","inviter":"u-4711"},\#
      "uri":"shopapp://open?class=OrderDetail&orderid=2015032688","source":"link","type":1,\#
      "campaign":"autumn","code":"ABCS"}
      """#
    case .webpush:
      #"""
      {"notification":{"title":"Order shipped","body":"Number 1 is on its way","tag":"order-1",\#
      "icon":"https://shop.example.com/i.png","data":{"url":"https://shop.example.com/\#
      orders/1","orderid":1},"actions":[{"action":"track","title":"Track"}],\#
      "timestamp":1764460800000,"requireInteraction":true},"priority":1}
      """#
    case .declarative:
      #"""
      {"web_push":8030,"notification":{"title":"Order shipped","navigate":"https://shop.example\#
      .com/orders/1","body":"It is on its way","lang":"en-US","tag":"order-1","data":\#
      {"orderid":1},"actions":[{"action":"track","title":"Track","navigate":"https://shop.\#
      example.com/orders/1/track"}]},"app_badge":3,"mutable":true}
      """#
    case .unifiedpush:
      #"""
      {"body_b64":"eyJjbGFzc05hbWUiOiJPcmRlckRldGFpbCIsIm9yZGVyaWQiOiIyMDE1MDMyNjg4IiwiZm9jdXMi\#
      OiJpdGVtcyIsInRpdGxlIjoiT3JkZXIgc2hpcHBlZCIsImNvbnRlbnQiOiJOdW1iZXIgMSBpcyBvbiBpdHMgd2F\#
      5IiwiY2FtcGFpZ24iOiJhdXR1bW4ifQ==","id":"8d3c6ab0-1f2e-4c5a-9b7d-0a1b2c3d4e5f",\#
      "token":"6f1ed002ab5595859014ebf0951522d9"}
      """#
    case .ntfy:
      #"""
      {"id":"hwQ2YpKdmg","time":1635528741,"expires":1673542291,"event":"message","topic":\#
      "mytopic","title":"Front door","message":"Somebody rings","priority":4,"tags":\#
      ["warning"],"click":"https://homecamera.lan/x/","icon":"https://x.example/i.png",\#
      "actions":[{"action":"view","label":"Open","url":"https://x.example/d"}]}
      """#
    case .gotify:
      #"""
      {"id":1,"appid":2,"title":"Order shipped","message":"Number 1 is on its way","priority":5,\#
      "date":"2018-02-27T19:36:10.5045044+01:00","extras":{"client::notification":{"click":\#
      {"url":"https://shop.example.com/orders/1"},"bigImageUrl":"https://x.example/i.png"},\#
      "client::display":{"contentType":"text/markdown"}}}
      """#
    case .onesignal:
      #"""
      {"aps":{"alert":{"title":"Order shipped","body":"Number 1 is on its way"},"badge":1},\#
      "custom":{"i":"8d3c6ab0-1f2e-4c5a-9b7d-0a1b2c3d4e5f","u":"https://shop.example.com/\#
      orders/1","a":{"orderid":1,"focus":"items"},"ti":"tpl"},"att":{"id":"https://x.example\#
      /i.png"},"buttons":[{"i":"b1","n":"Track"}]}
      """#
    case .expo:
      #"""
      {"to":"ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]","title":"Order shipped","body":\#
      "Number 1 is on its way","data":{"url":"https://shop.example.com/orders/1",\#
      "orderid":1},"sound":"default","ttl":60,"priority":"high","badge":1,"channelId":"c",\#
      "collapseId":"o1","richContent":{"image":"https://x.example/i.png"}}
      """#
    case .homeassistant:
      #"""
      {"title":"Front door","message":"Somebody rings","data":{"clickAction":"/lovelace/cameras",\#
      "tag":"bell","ttl":0,"priority":"high","image":"/api/camera_proxy/camera.front",\#
      "actions":[{"action":"URI","title":"Open","uri":"/lovelace/door"},{"action":"UNLOCK",\#
      "title":"Unlock"}],"camera":"front","zone":"door"}}
      """#
    case .freedesktop:
      #"""
      {"app_name":"Shop","replaces_id":4,"app_icon":"shop","summary":"Order shipped","body":\#
      "Number 1 is on its way","actions":["default","Open","track","Track"],"hints":\#
      {"image-path":"/usr/share/shop/i.png","urgency":1},"desktop_entry":"org.example.Shop",\#
      "action":"default","data":{"screen":"OrderDetail","orderid":"1"}}
      """#
    case .generic:
      #"""
      {"url":"https://shop.example.com/orders/2015032688","title":"Order shipped","content":\#
      "Number 1 is on its way","orderid":"2015032688","focus":"items","count":3,"campaign":\#
      "autumn","sender":"warehouse-7","dataStr":"{\"deeplink\":\"shop://orders/1\"}",\#
      "silent":false,"price":12.5,"tags":["a","b"]}
      """#
    }
  }
}
