internal import GitObjects
internal import MCP
internal import Values
internal import WorkspaceAPI

/// The first and the last author of a file for agents: in words for the model, under `provenance` for programs.
enum ProvenanceNote {
  /// The part of a tool's output schema.
  static let schema = Schema.object([
    ("created_by", author), ("created_at", Schema.text), ("last_modified_by", author),
    ("last_modified_at", Schema.text),
  ])

  private static let author = Schema.object([("kind", Schema.text), ("name", Schema.text)], required: ["kind"])

  /// Returns the line for the model.
  static func text(_ provenance: FileProvenance) -> String { "[Stet: \(words(provenance))]" }

  /// Returns the words of that line.
  static func words(_ provenance: FileProvenance) -> String {
    let last = "last changed by \(words(provenance.lastModifiedBy)), \(provenance.lastModifiedAt)"
    guard let author = provenance.createdBy, let time = provenance.createdAt else { return last }
    return last + "; created by \(words(author)), \(time)"
  }

  /// Returns the structured content.
  static func value(_ provenance: FileProvenance) -> JSONValue {
    var members: [JSONMember] = []
    if let author = provenance.createdBy { members.append(JSONMember(name: "created_by", value: value(author))) }
    if let time = provenance.createdAt { members.append(JSONMember(name: "created_at", value: .string(time))) }
    members.append(JSONMember(name: "last_modified_by", value: value(provenance.lastModifiedBy)))
    members.append(JSONMember(name: "last_modified_at", value: .string(provenance.lastModifiedAt)))
    return .object(members)
  }

  private static func value(_ author: AuthorRecord) -> JSONValue {
    var members = [JSONMember(name: "kind", value: .string(author.kind))]
    if let name = author.name { members.append(JSONMember(name: "name", value: .string(name))) }
    return .object(members)
  }

  private static func words(_ author: AuthorRecord) -> String {
    author.name.map { "\(author.kind) \(ModelText.author($0))" } ?? author.kind
  }
}

extension FileProvenance {
  /// Creates the provenance from a report.
  init(_ report: ProvenanceReport) {
    self.init(
      createdBy: report.createdBy, createdAt: report.createdAt, lastModifiedBy: report.lastModifiedBy,
      lastModifiedAt: report.lastModifiedAt)
  }
}

extension ToolResult {
  /// Returns the result of a read with the provenance, for programs.
  func noting(_ provenance: FileProvenance?) -> ToolResult {
    guard let provenance, case .object(let members) = structured else { return self }
    var result = self
    result.structured = .object(
      members + [JSONMember(name: "provenance", value: ProvenanceNote.value(provenance))])
    return result
  }
}
