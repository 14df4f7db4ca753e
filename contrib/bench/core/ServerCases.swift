/// The server as a value: lines in, effects out.
enum ServerCases {
  static var all: [Case] { [] }
}
