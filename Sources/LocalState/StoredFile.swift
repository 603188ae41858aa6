package import FileSystem
internal import FoundationEssentials

/// A small file of Stet's own, below `.git/stet` as a rule, that is always written whole: beside its place, then renamed
/// over it.
///
/// Of two that write one at the same time the second would find the first one's unfinished file: who has several writers
/// uses a ``StoredTable``.
package struct StoredFile: Hashable, Sendable {
  /// What a power cut leaves of a write that returned.
  package enum Durability: Hashable, Sendable {
    /// Nothing for certain.
    case volatile
    /// The content, once its name is on the device, which it comes to by itself; until then the file as it was.
    case content
    /// Content and name.
    case name
  }

  /// The place of the file.
  package let location: FileLocation
  private let fresh: FileLocation
  private let permissions: UInt32

  /// A file of `.git/stet`, which only its user can read.
  package init(_ name: String) {
    location = .store(name)
    fresh = .store(name + ".new")
    permissions = 0o600
  }

  /// A file at another place, which others may read.
  package init(at location: FileLocation) {
    self.location = location
    fresh = location.parent == .root ? .store(location.name + ".new") : location.sibling(named: location.name + ".new")
    permissions = 0o644
  }

  /// Returns the file's bytes; nil where there is none.
  ///
  /// - Parameter limit: bytes; a longer file is none of Stet's.
  /// - Throws: `FileError` where it cannot be read.
  package func read(from tree: any FileTree, limit: Int64) throws(FileError) -> [UInt8]? {
    try tree.read(location, limit: limit)?.bytes
  }

  /// Returns the file's text; nil where there is none, or it cannot be read.
  package func text(from tree: any FileTree, limit: Int64) -> String? {
    ((try? read(from: tree, limit: limit)) ?? nil).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the value that the file has as JSON; nil where there is none, or it cannot be read.
  package func value<Value: Decodable>(_: Value.Type, from tree: any FileTree, limit: Int64) -> Value? {
    guard let bytes = (try? read(from: tree, limit: limit)) ?? nil else { return nil }
    return try? JSONDecoder().decode(Value.self, from: Data(bytes))
  }

  /// Writes the content beside the file, and replaces the file with it in one step.
  ///
  /// - Throws: `FileError`; then the file is as it was.
  package func write(_ content: [UInt8], _ durability: Durability, in tree: any FileTree) throws(FileError) {
    try tree.remove(fresh)
    do throws(FileError) { try create(content, durability, in: tree) } catch {
      guard error.code == .noParent else { throw error }
      try tree.makeDirectories(location.parent)
      try create(content, durability, in: tree)
    }
    try tree.replace(location, with: fresh)
    if durability == .name { try tree.synchronize(location.parent) }
  }

  private func create(_ content: [UInt8], _ durability: Durability, in tree: any FileTree) throws(FileError) {
    try tree.create(fresh, bytes: content, permissions: permissions, durable: durability != .volatile)
  }

  /// Writes a text, as bytes are written.
  package func write(_ text: String, _ durability: Durability, in tree: any FileTree) throws(FileError) {
    try write(Array(text.utf8), durability, in: tree)
  }

  /// Writes a value as JSON, as bytes are written; nothing for one that JSON cannot have.
  package func write(
    json value: some Encodable, _ durability: Durability, in tree: any FileTree
  ) throws(FileError) {
    guard let bytes = Self.json(value) else { return }
    try write(bytes, durability, in: tree)
  }

  /// Returns a value as JSON, the same each time; nil for one that JSON cannot have.
  package static func json(_ value: some Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)).map { [UInt8]($0) }
  }

  /// Deletes the file; nothing where there is none.
  ///
  /// - Throws: `FileError` where it cannot be deleted.
  package func remove(from tree: any FileTree) throws(FileError) { try tree.remove(location) }
}
