import JSON

extension Name {
  /// Whether it begins with these bytes.
  func starts(_ prefix: StaticString) -> Bool {
    let length = prefix.utf8CodeUnitCount
    guard count >= length else { return false }
    return withSpan { name in
      prefix.withUTF8Buffer { prefix in
        for index in 0..<length where unsafe prefix[index] != name[index] { return false }
        return true
      }
    }
  }
}
