/// Requests the entries of the folder on disk, recorded or not: also empty folders and ignored files.
package struct LookRequest: Verb {
  package typealias Answer = LookReport
  package static let name = "look"

  /// The depth of the list.
  package enum Reach: String, Sendable, Codable, Hashable {
    /// Only the entry at the path.
    case itself
    /// The entry and the names in the folder.
    case names
    /// Everything below the path.
    case everything
  }

  /// The file or folder; nil for the root.
  package var path: String?
  /// The depth of the list.
  package var reach: Reach
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  package init(path: String? = nil, reach: Reach, caller: Caller = .person) {
    self.path = path
    self.reach = reach
    self.caller = caller
  }
}

/// Requests the creation of a folder with its missing parents.
package struct MakeFolderRequest: Verb {
  package typealias Answer = Nothing
  package static let name = "makeFolder"

  package var path: String
  package var caller: Caller

  package init(path: String, caller: Caller = .person) {
    self.path = path
    self.caller = caller
  }
}

/// The file or folder at a path on disk; the repository itself is never shown.
package struct LookReport: Sendable, Codable {
  /// The entry at the path.
  package var entry: LookEntry
  /// The entries in it, by name; folders before their contents.
  package var entries: [LookEntry]

  package init(entry: LookEntry, entries: [LookEntry]) {
    self.entry = entry
    self.entries = entries
  }
}

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

  package init(path: String, kind: String, size: Int64, modified: Int64, permissions: UInt32) {
    self.path = path
    self.kind = kind
    self.size = size
    self.modified = modified
    self.permissions = permissions
  }
}
