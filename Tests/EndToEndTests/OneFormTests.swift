import FoundationEssentials
import Glibc
import Testing

/// The forms that the JSON of all verbs has in common.
@Suite struct OneFormTests {
  /// A value of any form.
  private indirect enum JSON: Decodable {
    case object([String: JSON])
    case list([JSON])
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let object = try? container.decode([String: JSON].self) {
        self = .object(object)
      } else if let list = try? container.decode([JSON].self) {
        self = .list(list)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }

    /// The values of a key, wherever it is.
    func values(of key: String) -> [JSON] {
      switch self {
      case .object(let members): members.flatMap { ($0 == key ? [$1] : []) + $1.values(of: key) }
      case .list(let elements): elements.flatMap { $0.values(of: key) }
      case .text, .other: []
      }
    }

    /// Every text that looks like a time.
    var times: [String] {
      switch self {
      case .object(let members): members.values.flatMap(\.times)
      case .list(let elements): elements.flatMap(\.times)
      case .text(let text): text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*/) == nil ? [] : [text]
      case .other: []
      }
    }
  }

  @Test func `an author is an object and a time without offset ends in Z, in every verb`() async throws {
    try await TestWorkspace.run { workspace in
      let watch = try await workspace.watch()
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.agent("append", "a.md", input: "two\n").mustSucceed()
      try workspace.save("b.md", "one\n")
      try await workspace.barrier()
      try await workspace.stet("undo").mustSucceed()
      try await workspace.agent("coordinate", "claim", "a.md", "--for", "writing").mustSucceed()
      try await workspace.wait("grep -q '\"event\":\"claimed\"' ../events-Notes")
      var printed: [String] = ["recorded", "claimed"].flatMap(workspace.told)
      #expect(printed.count >= 4)
      for words in [
        ["log"], ["log", "--operations"], ["blame", "a.md"], ["provenance", "a.md"], ["audit"], ["status"],
        ["coordinate", "list"],
      ] {
        printed.append(try await workspace.stet(words + ["--json"]).mustSucceed().output)
      }
      watch.send(SIGTERM)
      _ = await watch.end()
      for text in printed {
        let document = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
        #expect(!document.times.isEmpty, "\(text)")
        for time in document.times { #expect(!time.hasSuffix("+00:00"), "\(time) in \(text)") }
        for author in document.values(of: "author") + document.values(of: "lastModifiedBy") {
          guard case .object(let members) = author else {
            Issue.record("no object: \(text)")
            continue
          }
          #expect(Set(members.keys) == ["kind", "name", "session"], "\(text)")
        }
      }
    }
  }
}
