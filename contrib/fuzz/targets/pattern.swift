import URLStandard

// Any constructor string makes a URL pattern or an error, and matching is bounded in time. Input: a
// pattern, or a pattern and a URL with a zero byte between.

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let parts = bytes(data, min(count, 4096)).split(
    separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let pattern: URLPattern
  do {
    pattern = try URLPattern(Array(parts.first ?? []), base: Array("https://a.example/".utf8))
  } catch { return 0 }
  for url in [Array(parts.last ?? []), Array("https://a.example/x/y?z#w".utf8)] {
    guard let record = try? URLRecord(parsing: url) else { continue }
    _ = try? pattern.exec(record)
  }
  return 0
}
