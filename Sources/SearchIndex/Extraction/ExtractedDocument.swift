internal import LargeFiles
internal import Values

/// The searchable part of a recorded file. Pure.
///
/// The same bytes at the same path always give the same result: the index removes a file's words by extracting them
/// again. `IndexDatabase.version` must rise with every change of a result.
package struct ExtractedDocument: Hashable, Sendable {
  /// The largest number of bytes of a text that is searched.
  package static let longestText = 4 << 20
  /// The largest number of bytes of a file whose text is searched: git may have stored a file as a difference, which is
  /// read only as a whole.
  package static let largestFile = 32 << 20
  /// The number of bytes in which a zero byte makes a file binary, as for git.
  private static let lookedAt = 8_000

  /// The kind of the file.
  package var kind: DocumentKind
  /// The first heading, else the title in the front matter, else the file's name without its ending.
  package var title: String
  /// The front matter; nil if there is none, or none that can be read.
  package var matter: [UInt8]?
  /// The searchable text with the lines of the file; empty for a file that is found by its name only.
  package var text: [UInt8]
  /// Whether the file continues after the searchable text; also for a large file with the name of a text.
  package var isPartial: Bool

  /// Extracts a document.
  ///
  /// - Parameters:
  ///   - bytes: the content; of a larger file at least its first `longestText` bytes and one more.
  ///   - isLink: whether it is a symbolic link.
  package init(_ bytes: [UInt8], path: String, isLink: Bool = false) {
    title = Self.stem(of: path)
    text = []
    isPartial = false
    kind = .link
    if isLink { return }
    kind = .binary
    if bytes.prefix(Self.lookedAt).contains(0) { return }
    kind = .large
    if bytes.count < Pointer.byteLimit, PointerReading(bytes).pointer != nil {
      isPartial = DocumentKind.isTextName(path)
      return
    }
    kind = DocumentKind(ofTextAt: path)
    var content = bytes
    if content.count > Self.longestText {
      isPartial = true
      // Cut at a line: the last one may be an incomplete word.
      let cut = content[..<Self.longestText].lastIndex(of: UInt8(ascii: "\n")) ?? Self.longestText
      content.removeSubrange(cut...)
    }
    let front = kind == .markdown || kind == .text ? MatterJSON.value(of: content) : nil
    matter = front?.line
    switch kind {
    case .html: text = MarkupText.plain(content)
    case .json: text = JSONText.plain(content)
    default: text = content
    }
    let named = front?["title"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    title = TitleReader.heading(in: content, kind: kind) ?? named ?? title
  }

  /// Returns the document of a file that is too large to be read; its name is searched.
  static func unread(_ path: String) -> ExtractedDocument {
    var document = ExtractedDocument([], path: path)
    document.kind = .large
    document.isPartial = true
    return document
  }

  /// Returns a file's name without its ending.
  private static func stem(of path: String) -> String {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}
