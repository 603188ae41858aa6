/// The purpose of a claim.
package enum ClaimIntent: String, Hashable, Sendable, Codable, CaseIterable {
  /// Reading the content, which must not change meanwhile.
  case reading
  /// Changing the content.
  case writing
  /// Changing the present content: programs that have the file open save first.
  case merging
  /// Deleting the file or folder with its contents.
  case deleting
  /// Moving the file or folder with its contents to another path.
  case moving
  /// Replacing the file or folder by another one.
  case replacing

  /// Whether the holder changes nothing, so that several readers may hold claims at the same time.
  package var isReading: Bool { self == .reading }

  /// Whether a claim on a folder includes its contents; a plain one does not.
  package var takesContents: Bool {
    switch self {
    case .reading, .writing, .merging: false
    case .deleting, .moving, .replacing: true
    }
  }

  /// Whether a waiting claim keeps its path if the file is moved; other claims follow the file.
  package var staysWithPath: Bool { self == .replacing }
}
