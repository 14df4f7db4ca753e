import Glibc
import Testing
import UnixIO

struct UnixIOFileTests {
  let directory = TemporaryDirectory()

  @Test func `A replaced file is read back, up to the limit`() throws {
    let path = "\(directory.path)/f"
    try Files.replace(path, with: [1, 2, 3])
    #expect(try Files.read(path, limit: 3) == [1, 2, 3])
    #expect(throws: Errno.tooLarge) { try Files.read(path, limit: 2) }
    #expect(throws: Errno.notFound) { try Files.read("\(path)x") }
  }

  @Test func `Names come in the order of their bytes`() throws {
    for name in ["b", "a", "B", "é"] { try Files.replace("\(directory.path)/\(name)", with: []) }
    #expect(try Files.names(in: directory.path) == ["B", "a", "b", "é"])
    #expect(throws: Errno.notFound) { try Files.names(in: "\(directory.path)/none") }
  }

  @Test func `Directories are made with those above them`() throws {
    let path = "\(directory.path)/a/b/c"
    try Files.makeDirectories(path)
    try Files.makeDirectories(path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test func `A lock is held as long as its descriptor`() throws {
    let path = "\(directory.path)/lock"
    do {
      let lock = try FileLock.take(path)
      #expect(throws: Errno.wouldBlock) { try take(path) }
      #expect(lock.raw >= 0)
    }
    try take(path)
  }

  @Test func `A line is written whole`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let reading = OwnedDescriptor(owning: ends[0])
    do {
      let writing = OwnedDescriptor(owning: ends[1])
      try Output(descriptor: writing.raw).line("où")
    }
    #expect(try Files.readAll(reading.raw) == Array("où\n".utf8))
  }

  @Test(arguments: [(ENOENT, "ENOENT"), (-EAGAIN, "EAGAIN"), (EPIPE, "EPIPE"), (9999, "E9999")])
  func `An error has a name and a text`(number: Int32, name: String) {
    let error = Errno(number)
    #expect(error.name == name)
    #expect(error.description.hasSuffix("(\(name))"))
  }

  @Test func `Clocks go on`() {
    let before = SystemClock.boottime()
    #expect(SystemClock.boottime() >= before)
    let awake = SystemClock.monotonic()
    #expect(SystemClock.boottime() >= awake)
    #expect(SystemClock.wall() > 1_700_000_000_000)
  }

  @Test func `root is user 0, and nobody has an impossible name`() {
    #expect(Accounts.user("root") == 0)
    #expect(Accounts.account(of: 0)?.name == "root")
    #expect(Accounts.user("no/such:user") == nil)
    #expect(Accounts.group("no/such:group") == nil)
  }

  private func take(_ path: String) throws { _ = try FileLock.take(path) }
}
