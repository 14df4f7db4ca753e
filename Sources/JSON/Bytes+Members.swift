extension Bytes {
  /// Appends a comma and a member of an object.
  ///
  /// - Parameters:
  ///   - name: A name; it is not escaped.
  ///   - value: The value, as encoded JSON.
  @inlinable @inline(__always)
  public mutating func append(member name: Span<UInt8>, _ value: Span<UInt8>) {
    reserve(name.count &+ value.count &+ 4)
    let end = unsafe put(member: name)
    unsafe value.withUnsafeBytes { unsafe put($0, end) }
    held &+= name.count &+ value.count &+ 4
  }

  /// Appends a comma and a member of an object whose value is a string.
  ///
  /// - Parameters:
  ///   - name: A name; it is not escaped.
  ///   - text: The string; it is not escaped.
  @inlinable public mutating func append(member name: Span<UInt8>, plain text: Span<UInt8>) {
    reserve(name.count &+ text.count &+ 6)
    let start = unsafe put(member: name)
    unsafe start.storeBytes(of: 0x22, as: UInt8.self)
    unsafe text.withUnsafeBytes { unsafe put($0, start + 1) }
    unsafe start.storeBytes(of: 0x22, toByteOffset: text.count &+ 1, as: UInt8.self)
    held &+= name.count &+ text.count &+ 6
  }

  /// Writes `,"name":` where there is room for it.
  ///
  /// - Returns: Where the value comes.
  @inlinable @inline(__always)
  func put(member name: Span<UInt8>) -> UnsafeMutableRawPointer {
    let start = unsafe first + held
    unsafe start.storeBytes(of: UInt16(0x222C).littleEndian, as: UInt16.self)
    unsafe name.withUnsafeBytes { unsafe put($0, start + 2) }
    unsafe start.storeBytes(
      of: UInt16(0x3A22).littleEndian, toByteOffset: name.count &+ 2, as: UInt16.self)
    return unsafe start + name.count + 4
  }

  /// Writes memory where there is room for it.
  @inlinable @inline(__always)
  func put(_ bytes: UnsafeRawBufferPointer, _ place: UnsafeMutableRawPointer) {
    guard let start = bytes.baseAddress else { return }
    unsafe place.copyMemory(from: start, byteCount: bytes.count)
  }
}
