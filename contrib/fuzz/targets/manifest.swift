import JSON
import NavCore

// A file of any bytes is a manifest or a list of problems with places; a manifest resolves.

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let file = bytes(data, count)
  // The names of the apps in the seeds: another name would be an error by itself.
  for path: Text in ["shop.json", "t.json"] { load(path, file) }
  return 0
}

private func load(_ path: Text, _ file: [UInt8]) {
  let (manifest, problems) = ManifestLoader.load(path: path, bytes: file)
  require(manifest != nil || problems.contains { $0.isError }, "no manifest and no error")
  for problem in problems {
    require(problem.line >= 1 && problem.column >= 1, "no place: \(problem.text)")
  }
  guard let manifest else { return }
  var texts: [Text] = []
  let resolver = Resolver([manifest], problems: &texts)
  for link in ["https://shop.example.com/orders/7?x=%26#y", "navigateapp://action?k=v", "/a/b/c"] {
    do throws(Refusal) {
      _ = try resolver.resolve(link: Text(link), app: 0)
    } catch {
      require(!error.message.isEmpty, "no message")
    }
  }
  var json = Document()
  let payload = #"{"className":"Home","screen":"Home","a":1,"title":"t"}"#
  do { try json.parse(Array(payload.utf8)) } catch { fail("\(error)") }
  do throws(Refusal) {
    let delivery = try PayloadReader.read(json, json.root)
    _ = try resolver.resolve(delivery, payload: json, json.root)
  } catch {
    require(!error.message.isEmpty, "no message")
  }
}
