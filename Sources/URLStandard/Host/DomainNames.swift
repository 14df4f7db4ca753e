internal import CICU

/// Internationalized domain names: UTS 46 by ICU, as the URL Standard configures it (section 3.3).
enum DomainNames {
  /// One opened ICU processor; it is immutable, and ICU documents it as safe for many threads.
  @safe private struct Processor: @unchecked Sendable {
    let handle: UnsafeRawPointer?
  }

  private static let lenient = unsafe Processor(handle: navd_idna_open(false))
  private static let strict = unsafe Processor(handle: navd_idna_open(true))

  /// What CheckHyphens and VerifyDnsLength report: the standard asks for neither.
  private static let ignored = UInt32(NAVD_IDNA_IGNORED)

  /// The most bytes of a domain that is not ASCII.
  ///
  /// The standard has no limit and DNS one of 253; normalization takes quadratic time for runs of
  /// combining marks, and a link must not hold up the daemon.
  private static let longest = 4096

  /// The ASCII form of a domain in UTF-8; nil where it has none.
  static func toASCII(_ domain: [UInt8], strict isStrict: Bool) -> [UInt8]? {
    guard let handle = unsafe (isStrict ? strict : lenient).handle,
      domain.count <= longest, let length = Int32(exactly: domain.count)
    else { return nil }
    var capacity = domain.count &* 4 &+ 64
    while true {
      var errors: UInt32 = 0
      var count: Int32 = -1
      let name = domain
      let out = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
        guard let target = buffer.baseAddress else { return }
        count = unsafe name.withUnsafeBytes { source in
          guard let start = source.baseAddress else { return 0 }
          return unsafe navd_idna_to_ascii(
            handle, start.assumingMemoryBound(to: CChar.self), length,
            UnsafeMutableRawPointer(target).assumingMemoryBound(to: CChar.self),
            Int32(clamping: buffer.count), &errors)
        }
        written = min(max(Int(count), 0), buffer.count)
      }
      if count < 0 { return nil }
      if Int(count) > capacity {
        capacity = Int(count)
        continue
      }
      let mattering = isStrict ? errors : errors & ~ignored
      return mattering == 0 ? out : nil
    }
  }
}
