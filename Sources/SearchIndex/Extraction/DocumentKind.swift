/// The kind of a recorded file, as the index distinguishes it.
package enum DocumentKind: String, Hashable, Sendable {
  case markdown
  /// Plain text, and every other text.
  case text
  /// JSON, and JSON Lines.
  case json
  /// Comma- or tab-separated values.
  case csv
  case html
  /// Emacs' org.
  case org
  /// AsciiDoc.
  case asciidoc
  /// Not a text: found by its name.
  case binary
  /// A large file, stored beside the repository: found by its name.
  case large
  /// A symbolic link: found by its name.
  case link

  /// Whether the content is searched.
  package var isText: Bool { self != .binary && self != .large && self != .link }

  /// The endings of the names of texts without a kind of their own.
  private static let textEndings: Set<String> = [
    "txt", "text", "log", "rst", "tex", "bib", "xml", "yaml", "yml", "toml", "ini", "sql", "srt", "vtt", "eml", "mbox",
  ]

  /// Returns whether the name of a file is that of a text, whatever its content is.
  package static func isTextName(_ path: String) -> Bool {
    DocumentKind(ofTextAt: path) != .text || textEndings.contains(ending(of: path))
  }

  /// Returns the kind of a text with a path.
  init(ofTextAt path: String) {
    switch Self.ending(of: path) {
    case "md", "markdown", "mdx", "mkd": self = .markdown
    case "json", "jsonl", "ndjson", "geojson": self = .json
    case "csv", "tsv": self = .csv
    case "html", "htm", "xhtml": self = .html
    case "org": self = .org
    case "adoc", "asciidoc": self = .asciidoc
    default: self = .text
    }
  }

  /// Returns the ending of a file's name in lower case, without the point; empty for none.
  private static func ending(of path: String) -> String {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }
}
