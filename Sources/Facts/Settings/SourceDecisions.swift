internal import Payloads
internal import Values

/// The person's decisions about sources, kept in a small JSON file. A decision holds for one place: a source that was
/// moved is asked about anew.
struct SourceDecisions: Hashable {
  private struct Entry: Hashable {
    var name: String, kind: String, place: String
    var access: SourceAccess

    func isAbout(_ source: Source) -> Bool {
      name == source.name && kind == source.kind.rawValue && place == source.decidedPlace
    }
  }

  private var entries: [Entry] = []

  /// Creates decisions about nothing.
  init() {}

  /// Parses the file; one that is damaged has no decisions, so that the person is asked again.
  init(_ bytes: [UInt8]) {
    for value in JSONValue(line: bytes)?["sources"]?.elements ?? [] {
      guard let name = value["name"]?.text, let kind = value["kind"]?.text, let place = value["place"]?.text,
        let access = value["access"]?.text.flatMap(SourceAccess.init(rawValue:))
      else { continue }
      entries.append(Entry(name: name, kind: kind, place: place, access: access))
    }
  }

  /// The file's content.
  var bytes: [UInt8] {
    let list = entries.map { entry in
      JSONValue.object([
        JSONMember(name: "name", value: .string(entry.name)), JSONMember(name: "kind", value: .string(entry.kind)),
        JSONMember(name: "place", value: .string(entry.place)),
        JSONMember(name: "access", value: .string(entry.access.rawValue)),
      ])
    }
    return JSONValue.object([JSONMember(name: "sources", value: .array(list))]).line + [10]
  }

  /// Returns the permission for a source: a refusal in the settings, else the decision, else that of the settings.
  func access(to source: Source) -> SourceAccess {
    guard source.access != .deny else { return .deny }
    return entries.first { $0.isAbout(source) }?.access ?? source.access
  }

  /// Records a decision; asking again is no decision.
  mutating func decide(_ source: Source, _ access: SourceAccess) {
    entries.removeAll { $0.name == source.name }
    guard access != .ask else { return }
    entries.append(
      Entry(name: source.name, kind: source.kind.rawValue, place: source.decidedPlace, access: access))
  }
}

extension Source {
  /// The place that a decision is about; for a server also the spots that it is sent.
  fileprivate var decidedPlace: String {
    guard case .server(let server) = place else { return location }
    let spots = [server.from, server.to].compactMap { $0 }.map { "\($0.latitude),\($0.longitude)" }
    return ([server.address] + spots).joined(separator: " ")
  }
}
