/// Payloads: what they are read to, and where they go.
enum PayloadCases {
  static var all: [Case] { [] }
}
