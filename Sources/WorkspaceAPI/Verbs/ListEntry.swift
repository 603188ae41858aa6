package import GitObjects

/// One name in the workspace.
package struct ListEntry: Sendable, Codable {
  package var path: String
  /// `file`, `folder`, `link`, `repository`.
  package var kind: String
  /// The number of bytes; nil for folders.
  package var size: Int?
  /// The version token; nil for folders, and for files that the policy withholds from the agent.
  package var token: ObjectID?
  /// Whether the policy withholds the content from the agent; nil for no.
  package var isProtected: Bool?
  /// Whether the policy keeps the file on this machine; nil for no.
  package var isLocalOnly: Bool?
  /// The state of a large file; its size is the content's.
  package var large: LargeFileState?

  package init(path: String, kind: String, size: Int?, token: ObjectID?) {
    self.path = path
    self.kind = kind
    self.size = size
    self.token = token
  }
}
