/// One name on disk.
package struct LookEntry: Sendable, Codable, Hashable {
  /// The path from the root; empty for the root.
  package var path: String
  /// `file`, `folder`, `link`, `other`.
  package var kind: String
  /// Bytes.
  package var size: Int64
  /// When its content was changed last, seconds since 1970.
  package var modified: Int64
  /// Permission bits.
  package var permissions: UInt32
  /// Whether the policy keeps its content from the agent that asks; nil for no.
  package var isProtected: Bool?
  /// Whether its content is not on this machine, and `size` is the content's; nil for no.
  package var isPlaceholder: Bool?
  /// Whether the system refused to read it: a folder's names, or what kind it is; nil for no.
  package var isUnreadable: Bool?

  /// Makes an entry.
  package init(path: String, kind: String, size: Int64, modified: Int64, permissions: UInt32) {
    self.path = path
    self.kind = kind
    self.size = size
    self.modified = modified
    self.permissions = permissions
  }
}
