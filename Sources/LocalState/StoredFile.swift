package import FileSystem
internal import FoundationEssentials

/// A small file of Stet, usually below `.git/stet`, that is always written as a whole: to a temporary file, then
/// renamed.
///
/// Concurrent writers would collide in the temporary file; a file with several writers uses ``StoredTable``.
package struct StoredFile: Hashable, Sendable {
  /// The state of the file after a power cut that follows a completed write.
  package enum Durability: Hashable, Sendable {
    /// Undefined.
    case volatile
    /// The new content, as soon as the kernel has written its name to the device; the previous file until then.
    case content
    /// The new content under its name.
    case name
  }

  /// Git's list of exclusions for this machine.
  package static let exclusions = StoredFile(at: .git("info/exclude"))

  package let location: FileLocation
  private let fresh: FileLocation
  private let permissions: UInt32

  /// Makes a file in `.git/stet`, which only its user can read.
  package init(_ name: String) {
    location = .store(name)
    fresh = .store(name + ".new")
    permissions = 0o600
  }

  /// Makes a file at another location, which others may read.
  package init(at location: FileLocation) {
    self.location = location
    fresh = location.parent == .root ? .store(location.name + ".new") : location.sibling(named: location.name + ".new")
    permissions = 0o644
  }

  /// Returns the file's bytes; nil if it does not exist.
  ///
  /// - Parameter limit: the largest size in bytes; a longer file was not written by Stet.
  /// - Throws: `FileError` if the file cannot be read.
  package func read(from tree: any FileTree, limit: Int64) throws(FileError) -> [UInt8]? {
    try tree.read(location, limit: limit)?.bytes
  }

  /// Returns the file's text; nil if it does not exist or cannot be read.
  package func text(from tree: any FileTree, limit: Int64) -> String? {
    ((try? read(from: tree, limit: limit)) ?? nil).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Decodes the file from JSON; returns nil if it does not exist or cannot be read.
  package func value<Value: Decodable>(_: Value.Type, from tree: any FileTree, limit: Int64) -> Value? {
    guard let bytes = (try? read(from: tree, limit: limit)) ?? nil else { return nil }
    return try? JSONDecoder().decode(Value.self, from: Data(bytes))
  }

  /// Writes the content to a temporary file and renames it over the file.
  ///
  /// - Throws: `FileError`; the file is unchanged then.
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

  /// Writes a text, like `write(_:_:in:)` for bytes.
  package func write(_ text: String, _ durability: Durability, in tree: any FileTree) throws(FileError) {
    try write(Array(text.utf8), durability, in: tree)
  }

  /// Writes a value as JSON; does nothing if the value cannot be encoded.
  package func write(
    json value: some Encodable, _ durability: Durability, in tree: any FileTree
  ) throws(FileError) {
    guard let bytes = Self.json(value) else { return }
    try write(bytes, durability, in: tree)
  }

  /// Encodes a value as JSON, always with the same bytes; returns nil if it cannot be encoded.
  package static func json(_ value: some Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)).map { [UInt8]($0) }
  }

  /// Deletes the file if it exists.
  ///
  /// - Throws: `FileError` if the file cannot be deleted.
  package func remove(from tree: any FileTree) throws(FileError) { try tree.remove(location) }
}
