/// What the process' end says, after sysexits.h.
enum ExitCode: Int32 {
  case success = 0
  case usage = 64
  case socket = 69
  case `internal` = 70
  case store = 74
  case configuration = 78
}

/// A start that failed, with what is printed and logged.
struct StartFailure: Error {
  var code: ExitCode
  var message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
