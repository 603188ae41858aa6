/// What a client may expect of a tool's call; it may decide by that whether to ask its user.
package struct ToolHints: Hashable, Sendable {
  /// Whether it changes nothing.
  package var isReadOnly: Bool
  /// Whether it may take away or replace what stands there; nil where it changes nothing.
  package var isDestructive: Bool?
  /// Whether calling it twice alike is as calling it once; nil where it changes nothing.
  package var isIdempotent: Bool?

  /// A tool that changes nothing.
  package static let readOnly = ToolHints(isReadOnly: true)

  private init(isReadOnly: Bool) {
    self.isReadOnly = isReadOnly
  }

  /// A tool that changes something.
  package static func changes(destructive: Bool, idempotent: Bool) -> ToolHints {
    var hints = ToolHints(isReadOnly: false)
    hints.isDestructive = destructive
    hints.isIdempotent = idempotent
    return hints
  }

  /// The annotations; no tool here reaches beyond its folder.
  var value: JSONValue {
    var members = [JSONMember(name: "readOnlyHint", value: .bool(isReadOnly))]
    if let isDestructive { members.append(JSONMember(name: "destructiveHint", value: .bool(isDestructive))) }
    if let isIdempotent { members.append(JSONMember(name: "idempotentHint", value: .bool(isIdempotent))) }
    members.append(JSONMember(name: "openWorldHint", value: false))
    return .object(members)
  }
}
