/// A git-lfs pointer, version 1: the text that replaces a large file's content in the tree.
///
/// The text follows the git-lfs specification: `version` first, the other keys in order, one space, one newline each,
/// fewer than 1,024 bytes. Stet's pointers are byte for byte those of `git lfs pointer`.
package struct Pointer: Hashable, Sendable {
  /// A filter that git-lfs applied to the content before it was stored: `ext-<priority>-<name> sha256:<id>`.
  package struct Extension: Hashable, Sendable {
    /// The position in the order of filters, 0 to 9.
    package var priority: Int
    /// The filter's name.
    package var name: String
    /// The id of the content before the filter.
    package var id: ContentID

    /// Creates an extension.
    package init(priority: Int, name: String, id: ContentID) {
      self.priority = priority
      self.name = name
      self.id = id
    }
  }

  /// The id of the stored content.
  package var id: ContentID
  /// The size of the stored content in bytes.
  package var size: Int
  /// The filters of the content, by priority; parsed ones are kept, and Stet adds none.
  package var extensions: [Extension]

  /// Texts of this many bytes or more are not pointers.
  package static let byteLimit = 1_024
  /// The value of the first line.
  static let version = "https://git-lfs.github.com/spec/v1"

  /// Makes a pointer.
  package init(id: ContentID, size: Int, extensions: [Extension] = []) {
    self.id = id
    self.size = size
    self.extensions = extensions
  }

  /// The encoded pointer; empty for an empty content, for which git-lfs writes an empty file.
  package var bytes: [UInt8] {
    if size == 0 { return [] }
    var text = "version \(Self.version)\n"
    for item in extensions { text += "ext-\(item.priority)-\(item.name) sha256:\(item.id.hex)\n" }
    text += "oid sha256:\(id.hex)\nsize \(size)\n"
    return Array(text.utf8)
  }
}
