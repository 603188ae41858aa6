/// What stands in the tree for a large file's content: a git-lfs pointer, version 1.
///
/// The text is what the git-lfs specification says: `version` first, the other keys in order, one space, one newline
/// each, fewer than 1,024 bytes. What Stet writes is byte for byte what `git lfs pointer` writes.
package struct Pointer: Hashable, Sendable {
  /// A filter that git-lfs ran the content through before it was stored: `ext-<priority>-<name> sha256:<id>`.
  package struct Extension: Hashable, Sendable {
    /// The order in which it ran, 0 to 9.
    package var priority: Int
    /// Its name.
    package var name: String
    /// The content before it ran.
    package var id: ContentID

    /// Makes an extension.
    package init(priority: Int, name: String, id: ContentID) {
      self.priority = priority
      self.name = name
      self.id = id
    }
  }

  /// The content, as it is stored.
  package var id: ContentID
  /// How many bytes it has.
  package var size: Int
  /// What it was run through, by priority; kept as it came, never made here.
  package var extensions: [Extension]

  /// Texts of this many bytes and more are no pointers.
  package static let byteLimit = 1_024
  /// The first line's value.
  static let version = "https://git-lfs.github.com/spec/v1"

  /// Makes a pointer.
  package init(id: ContentID, size: Int, extensions: [Extension] = []) {
    self.id = id
    self.size = size
    self.extensions = extensions
  }

  /// The text; none for a content without bytes, for which git-lfs writes an empty file.
  package var bytes: [UInt8] {
    if size == 0 { return [] }
    var text = "version \(Self.version)\n"
    for item in extensions { text += "ext-\(item.priority)-\(item.name) sha256:\(item.id.hex)\n" }
    text += "oid sha256:\(id.hex)\nsize \(size)\n"
    return Array(text.utf8)
  }
}
