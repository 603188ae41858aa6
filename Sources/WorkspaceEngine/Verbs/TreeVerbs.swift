package import GitObjects

/// Asks for the names in the workspace.
package struct ListRequest: Sendable, Codable {
  /// The folder; nil for the root.
  package var path: String?
  /// Whether folders inside are listed too.
  package var recursive: Bool

  /// Makes a request.
  package init(path: String? = nil, recursive: Bool = false) {
    self.path = path
    self.recursive = recursive
  }
}

/// One name in the workspace.
package struct ListEntry: Sendable, Codable {
  /// The path.
  package var path: String
  /// `file`, `folder`, `link`, `repository`.
  package var kind: String
  /// Bytes; nil for folders.
  package var size: Int?
  /// The version token; nil for folders.
  package var token: ObjectID?

  /// Makes an entry.
  package init(path: String, kind: String, size: Int?, token: ObjectID?) {
    self.path = path
    self.kind = kind
    self.size = size
    self.token = token
  }
}

/// Asks where a text stands.
package struct SearchRequest: Sendable, Codable {
  /// The text.
  package var text: String
  /// Only below this folder.
  package var path: String?
  /// Whether case matters.
  package var caseSensitive: Bool
  /// How many hits at the most.
  package var limit: Int

  /// Makes a request.
  package init(text: String, path: String? = nil, caseSensitive: Bool = false, limit: Int = 1_000) {
    self.text = text
    self.path = path
    self.caseSensitive = caseSensitive
    self.limit = limit
  }
}

/// One line that holds the text.
package struct SearchHit: Sendable, Codable {
  /// The file.
  package var path: String
  /// The line's number, from 1.
  package var line: Int
  /// The line, cut at 400 characters.
  package var text: String

  /// Makes a hit.
  package init(path: String, line: Int, text: String) {
    self.path = path
    self.line = line
    self.text = text
  }
}
