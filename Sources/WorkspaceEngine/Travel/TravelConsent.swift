internal import FileSystem
internal import FoundationEssentials
internal import LocalState

/// The person's permission that sessions travel over the remote: `.git/stet/session-remote.json`. It holds for one
/// address; without the file, or with another address, no session leaves this machine.
struct TravelConsent: Sendable {
  /// The content of the file.
  private struct Note: Codable {
    /// The remote's address, after git's `insteadOf` replacements.
    var address: String
    /// The addresses to which git pushes; nil for that one alone.
    var pushes: [String]?
  }

  private static let file = StoredFile("session-remote.json")

  /// The folder's files.
  let tree: any FileTree

  /// Whether sessions travel over some remote, perhaps an earlier one.
  var isGiven: Bool { ((try? tree.stamp(of: Self.file.location)) ?? nil) != nil }

  /// Returns whether sessions travel to an address.
  ///
  /// - Parameter addresses: those to which git pushes for it; nil if they do not matter.
  func permits(_ address: String, pushing addresses: [String]? = nil) -> Bool {
    guard let note = Self.file.value(Note.self, from: tree, limit: 1 << 16), note.address == address else {
      return false
    }
    return addresses == nil || addresses == note.pushes ?? [address]
  }

  /// Lets sessions travel to an address.
  ///
  /// - Parameter addresses: those to which git pushes for it.
  /// - Throws: `FileError` if that cannot be stored.
  func allow(_ address: String, pushing addresses: [String]) throws(FileError) {
    try Self.file.write(json: Note(address: address, pushes: addresses), .name, in: tree)
  }

  /// Lets sessions travel to no address.
  ///
  /// - Throws: `FileError` if that cannot be stored.
  func forbid() throws(FileError) { try Self.file.remove(from: tree) }
}
