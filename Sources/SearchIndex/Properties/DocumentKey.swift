/// The name of a property of a document: an attribute that Stet knows, or a key of the front matter. Pure.
package struct DocumentKey: Hashable, Sendable {
  /// An attribute that every document has, whatever its front matter says.
  package enum Attribute: String, CaseIterable, Sendable {
    /// The path, the last name of the path, and the folder (empty for the root).
    case path, name, folder
    /// The title and the kind, as the index has them.
    case title, kind
    /// The time of the first change of this path in ISO 8601, its author's name, and the author's kind.
    case createdAt, createdBy, createdKind
    /// The same of the last change.
    case modifiedAt, modifiedBy, modifiedKind

    /// Whether the attribute comes from history.
    var isFromHistory: Bool {
      switch self {
      case .path, .name, .folder, .title, .kind: false
      default: true
      }
    }
  }

  /// The place in which the value is found.
  enum Source: Hashable, Sendable {
    /// One of Stet's attributes.
    case attribute(Attribute)
    /// A key of the front matter; its parts lead into nested values.
    case matter([String])
  }

  /// The prefix of a key of the front matter that has the name of an attribute.
  private static let matterPrefix = "matter."

  /// The name as it was written.
  package let name: String
  /// The place of the value.
  let source: Source

  /// Takes a name: an attribute's, else a key of the front matter (`status`, nested `author.name`); `matter.title` is
  /// always a key of the front matter. Nil for an empty name.
  package init?(_ name: String) {
    guard !name.isEmpty else { return nil }
    self.name = name
    if let attribute = Attribute(rawValue: name) {
      source = .attribute(attribute)
      return
    }
    let key = name.hasPrefix(Self.matterPrefix) ? String(name.dropFirst(Self.matterPrefix.count)) : name
    guard !key.isEmpty else { return nil }
    source = .matter(key.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  /// Whether the value is in the front matter.
  var isMatter: Bool {
    if case .matter = source { true } else { false }
  }

  /// Whether the value is a time of the history.
  package var isTime: Bool { source == .attribute(.createdAt) || source == .attribute(.modifiedAt) }

  /// Whether the value comes from history.
  var isFromHistory: Bool {
    if case .attribute(let attribute) = source { attribute.isFromHistory } else { false }
  }
}
