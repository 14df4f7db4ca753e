import Foundation

/// The data that tests read: the standards' own, and the tables of this repository.
public enum Conformance {
  /// Why data could not be read.
  public struct Missing: Error, CustomStringConvertible {
    /// What is missing.
    public let description: String
  }

  /// The folder of the standards' suites, from `NAVD_CONFORMANCE`; nil if that is unset.
  public static let standards: URL? = {
    guard let path = ProcessInfo.processInfo.environment["NAVD_CONFORMANCE"], !path.isEmpty else {
      return nil
    }
    return URL(fileURLWithPath: path, isDirectory: true)
  }()

  /// The folder of this repository's own tables, `Tests/Conformance`.
  public static let tables = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Conformance", isDirectory: true)

  /// A file of the standards' suites, such as `url/urltestdata.json`.
  ///
  /// - Returns: nil, after a printed line, if `NAVD_CONFORMANCE` is unset.
  /// - Throws: If it is set and has no such file.
  public static func standard(_ path: String) throws -> [UInt8]? {
    guard let standards else {
      print("skipped \(path): NAVD_CONFORMANCE is unset")
      return nil
    }
    return try bytes(of: standards.appendingPathComponent(path))
  }

  /// All files of a folder of the standards' suites, by name; empty if `NAVD_CONFORMANCE` is unset.
  public static func standardFiles(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
    guard let standards else {
      print("skipped \(folder): NAVD_CONFORMANCE is unset")
      return []
    }
    return try files(in: standards.appendingPathComponent(folder))
  }

  /// A table of this repository, such as `json/numbers.json`.
  public static func table(_ path: String) throws -> [UInt8] {
    try bytes(of: tables.appendingPathComponent(path))
  }

  /// All files of a folder of `Tests/Conformance`, by name.
  public static func tableFiles(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
    try files(in: tables.appendingPathComponent(folder))
  }

  /// The rows of a table of this repository, decoded.
  public static func cases<Row: Decodable>(_ path: String, of row: Row.Type) throws -> [Row] {
    try JSONDecoder().decode([Row].self, from: Data(table(path)))
  }

  /// The files of any folder, by name.
  public static func files(in folder: URL) throws -> [(name: String, bytes: [UInt8])] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.contains(".") }.sorted()
    return try names.map { ($0, try bytes(of: folder.appendingPathComponent($0))) }
  }

  private static func bytes(of file: URL) throws -> [UInt8] {
    // FileManager.contents leaks its buffer where the file is empty.
    guard let handle = FileHandle(forReadingAtPath: file.path) else {
      throw Missing(description: "\(file.path) is missing")
    }
    defer { try? handle.close() }
    return [UInt8](try handle.readToEnd() ?? Data())
  }
}
