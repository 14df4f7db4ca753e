import Glibc
import JSON
import NavCore
import Testing

@testable import navd

@MainActor
struct ManifestSetTests {
  private let near = TemporaryDirectory()
  private let far = TemporaryDirectory()

  private func write(_ app: String, _ members: String, to directory: TemporaryDirectory) throws {
    let text = #"{"app":"\#(app)","root":"A",\#(members)"screens":{"A":{}}}"#
    let file = try #require(fopen("\(directory.path)/\(app).json", "w"))
    fputs(text, file)
    fclose(file)
  }

  @Test func `The first file of a name masks the others`() throws {
    try write("one", #""title":"near","#, to: near)
    try write("one", #""title":"far","#, to: far)
    try write("two", "", to: far)
    var set = ManifestSet(directories: [near.path, "/nonexistent", far.path])
    let reading = set.read()
    #expect(reading.problems.isEmpty)
    #expect(reading.resolver.manifests.map(\.app) == ["one", "two"])
    #expect(reading.resolver.manifests.first?.title == "near")
  }

  @Test func `A broken file keeps what was in force`() throws {
    try write("one", #""title":"old","#, to: near)
    try write("two", "", to: near)
    var set = ManifestSet(directories: [near.path])
    _ = set.read()
    try write("one", #""titel":"new","#, to: near)
    try write("three", #""x":1,"#, to: near)
    unlink("\(near.path)/two.json")
    let reading = set.read()
    #expect(reading.resolver.manifests.map(\.app) == ["one"])
    #expect(reading.resolver.manifests.first?.title == "old")
    #expect(reading.problems.count == 2)
  }
}
