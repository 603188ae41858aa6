package import GitObjects

/// One name in the workspace.
package struct ListEntry: Sendable, Codable {
  /// The path.
  package var path: String
  /// `file`, `folder`, `link`, `repository`.
  package var kind: String
  /// Bytes; nil for folders.
  package var size: Int?
  /// The version token; nil for folders, and for what the policy keeps from the agent that asks.
  package var token: ObjectID?
  /// Whether the policy keeps its content from the agent that asks; nil for no.
  package var isProtected: Bool?
  /// Whether the policy keeps it on this machine; nil for no.
  package var isLocalOnly: Bool?
  /// For a large file, how it stands; its size is the content's.
  package var large: LargeFileState?

  /// Makes an entry.
  package init(path: String, kind: String, size: Int?, token: ObjectID?) {
    self.path = path
    self.kind = kind
    self.size = size
    self.token = token
  }
}
