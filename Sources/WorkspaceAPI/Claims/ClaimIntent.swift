/// What a claim is for.
package enum ClaimIntent: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its content is read, and must not change meanwhile.
  case reading
  /// Its content is changed.
  case writing
  /// Its content is changed on what stands there: programs that have it open save first.
  case merging
  /// It is deleted, with all that is in it.
  case deleting
  /// It gets another path, with all that is in it.
  case moving
  /// Another thing is put in its place.
  case replacing

  /// Whether it leaves everything as it is, so that others may do the same beside it.
  package var isReading: Bool { self == .reading }

  /// Whether a claim on a folder is one on all that is in it; a plain one is not.
  package var takesContents: Bool {
    switch self {
    case .reading, .writing, .merging: false
    case .deleting, .moving, .replacing: true
    }
  }

  /// Whether the claim stays with its path where the file is moved while it waits; else it follows the file.
  package var staysWithPath: Bool { self == .replacing }
}
