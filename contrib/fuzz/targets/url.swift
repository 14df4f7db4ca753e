import URLStandard

// What was serialized parses to itself, and a space in front changes nothing, which keeps what is already
// serialized from being taken as it stands. Input: a URL, or a base and a URL with a zero byte between.

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let parts = bytes(data, count).split(
    separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let input = Array(parts.last ?? [])
  var base: URLRecord?
  if parts.count == 2, let first = parts.first { base = try? URLRecord(parsing: Array(first)) }
  // Places are those of the text, in which every byte that is not UTF-8 has become U+FFFD.
  let length = String(decoding: input, as: UTF8.self).utf8.count
  let errors = URLRecord.validationErrors(parsing: input, base: base)
  require(errors.allSatisfy { $0.offset >= 0 && $0.offset <= length }, "a place outside")
  let record: URLRecord
  do {
    record = try URLRecord(parsing: input, base: base)
  } catch {
    require(error.offset >= 0 && error.offset <= length, "offset \(error.offset)")
    require(!errors.isEmpty, "a failure without a validation error")
    return 0
  }
  let text = String(decoding: record.bytes, as: UTF8.self)
  require(String(validating: record.bytes, as: UTF8.self) != nil, "not UTF-8: \(text)")
  do {
    let again = try URLRecord(parsing: record.bytes)
    let other = String(decoding: again.bytes, as: UTF8.self)
    require(again.bytes == record.bytes, "\(text) becomes \(other)")
    require(again.hostRange == record.hostRange, "another host in \(text)")
    require(again.pathRange == record.pathRange, "another path in \(text)")
    require(again.queryRange == record.queryRange, "another query in \(text)")
    require(again.fragmentRange == record.fragmentRange, "another fragment in \(text)")
    require(again.port == record.port, "another port in \(text)")
  } catch {
    fail("\(text) does not parse: \(error)")
  }
  let spaced = try? URLRecord(parsing: [0x20] + input, base: base)
  require(spaced?.bytes == record.bytes, "a space in front makes another URL of \(text)")
  if let spaced {
    require(
      spaced.schemeRange == record.schemeRange && spaced.usernameRange == record.usernameRange
        && spaced.passwordRange == record.passwordRange && spaced.hostRange == record.hostRange
        && spaced.portRange == record.portRange && spaced.pathRange == record.pathRange
        && spaced.queryRange == record.queryRange && spaced.fragmentRange == record.fragmentRange
        && spaced.hasHost == record.hasHost && spaced.isSpecial == record.isSpecial
        && spaced.hasOpaquePath == record.hasOpaquePath,
      "a space in front makes other places in \(text)")
  }
  let pieces =
    record.protocol + record.username + record.password + record.host + record.pathname
    + record.search + record.hash + record.origin
  require(!pieces.isEmpty, "nothing")
  return 0
}
