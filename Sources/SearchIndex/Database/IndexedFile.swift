package import GitObjects

/// A file that the index found.
package struct IndexedFile: Hashable, Sendable {
  package var path: String
  /// The version that was indexed.
  package var blob: ObjectID
  /// The kind of the file.
  package var kind: DocumentKind
  /// The first heading, the title in the front matter, or the file's name.
  package var title: String
  /// The last author; nil if it is not known.
  package var author: AuthorRecord?
  /// The time of the last change in ISO 8601.
  package var time: String?
  /// Whether it is not searched as a whole.
  var isPartial: Bool

  /// The file among the texts that are not searched as a whole; nil if it is none of them.
  package var partial: PartialFile? {
    isPartial ? PartialFile(path: path, isUnread: kind == .large) : nil
  }
}

/// A text that is not searched as a whole.
package struct PartialFile: Hashable, Sendable {
  package let path: String
  /// Whether only the name is searched, instead of the first part of the text.
  package let isUnread: Bool
}
