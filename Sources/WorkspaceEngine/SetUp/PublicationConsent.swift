internal import FileSystem
internal import FoundationEssentials
internal import LocalState
internal import Sync
internal import Threads

/// The person's decision about publishing a folder that had a remote before it became a workspace.
///
/// The decision is stored in `.git/stet/publication.json` and read before each push. A folder without that file
/// publishes: it was made by `clone` or with `--remote`, or the person agreed. The decision applies to one address; the
/// person is asked again for any other address or spelling.
struct PublicationConsent: Sendable {
  /// The content of the file.
  private struct Note: Codable {
    enum State: String, Codable { case asks, local }
    /// The remote's address, after git's `insteadOf` replacements.
    var address: String
    var state: State
  }

  private static let file = StoredFile("publication.json")

  /// The folder's files.
  let tree: any FileTree

  /// Returns whether content may be published to an address.
  ///
  /// - Parameter display: the address in the form for people.
  func rule(for address: String, display: String) -> PublicationRule {
    let bytes: [UInt8]?
    do throws(FileError) { bytes = try Self.file.read(from: tree, limit: 1 << 16) } catch {
      // The decision is unknown.
      return .asks(address: display)
    }
    guard let bytes else { return .open }
    guard let note = try? JSONDecoder().decode(Note.self, from: Data(bytes)) else {
      return .asks(address: display)
    }
    return note.address == address && note.state == .local ? .closed : .asks(address: display)
  }

  /// Returns whether the content of the folder at `root` may be published to an address; reads the file on a thread.
  static func rule(root: String, address: String, display: String) async -> PublicationRule {
    await onThread("stet.publication") { () -> PublicationRule in
      guard let tree = try? DiskTree(root: root) else { return .asks(address: display) }
      return PublicationConsent(tree: tree).rule(for: address, display: display)
    }
  }

  /// Requires a person's consent before anything is published to the address.
  ///
  /// - Throws: `FileError` if that cannot be stored.
  func ask(about address: String) throws(FileError) { try write(Note(address: address, state: .asks)) }

  /// Forbids publishing to the address.
  ///
  /// - Throws: `FileError` if that cannot be stored; the person is asked again then.
  func keepLocal(_ address: String) throws(FileError) { try write(Note(address: address, state: .local)) }

  /// Allows publishing.
  ///
  /// - Throws: `FileError` if that cannot be stored; nothing is published then.
  func agree() throws(FileError) { try Self.file.remove(from: tree) }

  private func write(_ note: Note) throws(FileError) { try Self.file.write(json: note, .content, in: tree) }
}
