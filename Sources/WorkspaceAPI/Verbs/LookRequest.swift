/// Asks what stands in the folder on disk, recorded or not: also empty folders and what is ignored.
package struct LookRequest: Verb {
  package typealias Answer = LookReport
  package static let name = "look"

  /// How far to look.
  package enum Reach: String, Sendable, Codable, Hashable {
    /// Only at what stands at the path.
    case itself
    /// At the names in the folder too.
    case names
    /// At all that stands below.
    case everything
  }

  /// The file or folder; nil for the root.
  package var path: String?
  /// How far to look.
  package var reach: Reach
  /// Who asks: an agent is shown what the policy lets it read.
  package var caller: Caller

  /// Makes a request.
  package init(path: String? = nil, reach: Reach, caller: Caller = .person) {
    self.path = path
    self.reach = reach
    self.caller = caller
  }
}

/// Requests a folder, with those above it.
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
