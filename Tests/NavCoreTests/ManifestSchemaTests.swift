import Foundation
import JSON
import NavCore
import TestSupport
import Testing

@Suite struct ManifestSchemaTests {
  /// `contrib/manifests` of the source tree.
  private let folder = Conformance.tables
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("contrib/manifests", isDirectory: true)

  @Test func theSchemaTakesWhatTheLoaderTakesAndRefusesWhatATableSays() throws {
    let validator = try schema()
    var table = Document()
    try table.parse(Conformance.table("manifest/load.json"))
    for node in table.nodes(table.root) {
      guard let manifest = table.member(node, "manifest") else { continue }
      let bytes = table.encoded(manifest).bytes
      let path = Text(table.string(node, "file") ?? "t.json")
      let loads = ManifestLoader.load(path: path, bytes: bytes).0 != nil
      let passes = table.member(node, "schema").flatMap { table.bool($0) } ?? loads
      let accepted = try validator.accepts(table, manifest)
      let name = table.string(node, "name") ?? ""
      #expect(accepted == passes, "\(name)")
    }
  }

  @Test func everyManifestOfTheTreeLoadsAndIsValid() throws {
    let validator = try schema()
    let apps = try Conformance.files(in: folder).filter {
      $0.name.hasSuffix(".json") && !$0.name.hasSuffix(".schema.json")
    }
    for (name, bytes) in apps + [("shop.json", Array(ManifestExample.shop.utf8))] {
      let (manifest, problems) = ManifestLoader.load(path: Text(name), bytes: bytes)
      #expect(manifest != nil && problems.isEmpty, "\(problems.map(\.text))")
      var document = Document()
      try document.parse(bytes)
      let accepted = try validator.accepts(document, document.root)
      #expect(accepted, "\(name)")
    }
  }

  private func schema() throws -> ManifestSchemaValidator {
    let file = folder.appendingPathComponent("navd-app.schema.json")
    let bytes = try [UInt8](Data(contentsOf: file))
    var document = Document()
    try document.parse(bytes)
    return ManifestSchemaValidator(document)
  }
}
