/// The hints about a call's effects, by which a client may decide whether to ask its user.
package struct ToolHints: Hashable, Sendable {
  /// Whether the tool changes nothing.
  package var isReadOnly: Bool
  /// Whether it may delete or replace existing content; nil if it changes nothing.
  package var isDestructive: Bool?
  /// Whether a repeated call has no further effect; nil if it changes nothing.
  package var isIdempotent: Bool?

  /// The hints of a tool that changes nothing.
  package static let readOnly = ToolHints(isReadOnly: true)

  private init(isReadOnly: Bool) {
    self.isReadOnly = isReadOnly
  }

  /// Returns the hints of a tool that changes something.
  package static func changes(destructive: Bool, idempotent: Bool) -> ToolHints {
    var hints = ToolHints(isReadOnly: false)
    hints.isDestructive = destructive
    hints.isIdempotent = idempotent
    return hints
  }

  /// The annotations; no tool here accesses anything beyond its folder.
  var value: JSONValue {
    var members = [JSONMember(name: "readOnlyHint", value: .bool(isReadOnly))]
    if let isDestructive { members.append(JSONMember(name: "destructiveHint", value: .bool(isDestructive))) }
    if let isIdempotent { members.append(JSONMember(name: "idempotentHint", value: .bool(isIdempotent))) }
    members.append(JSONMember(name: "openWorldHint", value: false))
    return .object(members)
  }
}
