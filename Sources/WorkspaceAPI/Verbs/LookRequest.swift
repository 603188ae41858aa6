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

  /// Creates a request.
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

  /// The path.
  package var path: String
  /// The caller.
  package var caller: Caller

  /// Creates a request.
  package init(path: String, caller: Caller = .person) {
    self.path = path
    self.caller = caller
  }
}
