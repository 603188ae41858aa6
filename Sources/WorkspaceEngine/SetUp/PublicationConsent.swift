internal import FileSystem
internal import FoundationEssentials
internal import LocalState
internal import Sync

/// What a person decided about publishing a folder that had a remote before it became a workspace.
///
/// Kept in `.git/stet/publication.json` and read before each push. A folder without that file publishes: it was made by
/// `clone`, with `--remote`, or the person agreed. The decision is about one address; about another one, also another
/// spelling of it, the person is asked.
struct PublicationConsent: Sendable {
  /// The kinds of answers that were given, in the file.
  private struct Note: Codable {
    enum State: String, Codable { case asks, local }
    /// The remote's address, after what git's configuration puts in its place (`insteadOf`).
    var address: String
    var state: State
  }

  private static let file = StoredFile("publication.json")

  /// The folder's files.
  let tree: any FileTree

  /// Whether what is here may be published to an address.
  ///
  /// - Parameter display: the address as people read it.
  func rule(for address: String, display: String) -> PublicationRule {
    let bytes: [UInt8]?
    do throws(FileError) { bytes = try Self.file.read(from: tree, limit: 1 << 16) } catch {
      // Nobody knows what was decided.
      return .asks(address: display)
    }
    guard let bytes else { return .open }
    guard let note = try? JSONDecoder().decode(Note.self, from: Data(bytes)) else {
      return .asks(address: display)
    }
    return note.address == address && note.state == .local ? .closed : .asks(address: display)
  }

  /// Has nothing published to the address before a person agrees.
  ///
  /// - Throws: `FileError` where that cannot be noted.
  func ask(about address: String) throws(FileError) { try write(Note(address: address, state: .asks)) }

  /// Has nothing published to the address.
  ///
  /// - Throws: `FileError` where that cannot be noted; the person is asked again.
  func keepLocal(_ address: String) throws(FileError) { try write(Note(address: address, state: .local)) }

  /// Has everything published.
  ///
  /// - Throws: `FileError` where that cannot be noted; nothing is published then.
  func agree() throws(FileError) { try Self.file.remove(from: tree) }

  private func write(_ note: Note) throws(FileError) { try Self.file.write(json: note, .content, in: tree) }
}
