import JSON
import NavCore
import NavProtocol

// A link or a payload, one per input, against the sample manifests: an answer or a refusal, and what
// is written of either reads again. A link's own serialization goes where the link went.

nonisolated(unsafe) private let resolver = sampleResolver()

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(data, count)
  var json = Document()
  do { try json.parse(input) } catch {
    link(Text(input))
    return 0
  }
  if let text = json.text(json.root) { link(text) }
  for dialect in [nil] + Dialect.allCases.map(Optional.some) { payload(json, dialect) }
  return 0
}

private func link(_ text: Text) {
  for app in [nil, 0, 1] {
    do throws(Refusal) {
      let first = try resolver.resolve(link: text, app: app)
      check(first)
      guard let href = first.link else { fail("no link in the answer") }
      do throws(Refusal) {
        let second = try resolver.resolve(link: href, app: app)
        require(second.link == first.link, "\(href) becomes \(second.link ?? "nothing")")
        require(second.app == first.app, "\(href) is another app's")
        require(second.destination == first.destination, "\(href) goes elsewhere")
      } catch {
        fail("\(text) resolves and its serialization \(href) does not: \(error.message)")
      }
    } catch {
      check(error)
    }
  }
}

private func payload(_ json: borrowing Document, _ dialect: Dialect?) {
  do throws(Refusal) {
    let delivery = try PayloadReader.read(json, json.root, dialect: dialect)
    require(delivery.fields.count <= PayloadReader.maximumFields, "\(delivery.fields.count) fields")
    for field in delivery.fields {
      require(isJSON(field.value.bytes), "field \(field.name) is \(field.value)")
    }
    require(
      !delivery.hasData || delivery.withData(in: json) { _, _ in } != nil, "data are no JSON")
    for app in [nil, 0, 1] {
      do throws(Refusal) {
        check(try resolver.resolve(delivery, payload: json, json.root, app: app))
      } catch {
        check(error)
      }
    }
  } catch {
    check(error)
  }
}

private func check(_ resolution: borrowing Resolution) {
  guard let destination = resolution.destination else { return }
  let screens = resolver.manifests[resolution.app].screens
  require(screens.indices.contains(destination.screen), "no such screen")
  var out = Bytes()
  destination.params.write(into: &out)
  require(isJSON(out.text.bytes), "params are \(out.text)")
  require(
    destination.calls.allSatisfy { screens[destination.screen].methods.contains($0) },
    "a method that is not declared")
}

private func check(_ refusal: Refusal) {
  var out = Bytes()
  refusal.write(into: &out)
  require(isJSON(out.text.bytes), "the refusal is \(out.text)")
}
