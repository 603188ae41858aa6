/// One file or folder on disk.
package struct LookEntry: Sendable, Codable, Hashable {
  /// The path from the root; empty for the root.
  package var path: String
  /// `file`, `folder`, `link`, `other`.
  package var kind: String
  /// The number of bytes.
  package var size: Int64
  /// The time of the last change of the content, in seconds since 1970.
  package var modified: Int64
  /// The permission bits.
  package var permissions: UInt32
  /// Whether the policy withholds the content from the agent; nil for no.
  package var isProtected: Bool?
  /// Whether the content is not on this machine, and `size` is the content's; nil for no.
  package var isPlaceholder: Bool?
  /// Whether the system refused to read the folder's names, or the kind of the file; nil for no.
  package var isUnreadable: Bool?

  /// Creates an entry.
  package init(path: String, kind: String, size: Int64, modified: Int64, permissions: UInt32) {
    self.path = path
    self.kind = kind
    self.size = size
    self.modified = modified
    self.permissions = permissions
  }
}
