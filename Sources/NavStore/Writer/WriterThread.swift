internal import Glibc

/// A thread that runs one closure, with every signal blocked: they belong to the loop's thread.
@safe struct WriterThread {
  private final class Start {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private let thread: pthread_t

  /// Starts the thread; throws where the system gives none.
  init(_ body: @escaping @Sendable () -> Void) throws(StoreError) {
    var everything = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&everything)
    unsafe pthread_sigmask(SIG_SETMASK, &everything, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

    let start = unsafe Unmanaged.passRetained(Start(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      unsafe start.release()
      throw StoreError(.other, code: code, message: "no thread for the store (errno \(code))")
    }
    self.thread = thread
  }

  /// Waits for the closure to return; once only.
  func join() {
    pthread_join(thread, nil)
  }
}
