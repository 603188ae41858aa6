/// The kind of text in a file, judged by its name; it decides the smallest unit that a merge may mix.
package enum DocumentForm: Hashable, Sendable {
  /// Paragraphs of sentences with Markdown's blocks; plain text and reStructuredText are read the same way.
  case markdown
  /// Paragraphs of sentences with AsciiDoc's blocks.
  case asciidoc
  /// Paragraphs of lines in a markup that is not parsed; only insertions of both sides are merged as in prose.
  case plain
  /// Any other text: lines whose spaces and neighbours may matter.
  case lines

  /// Determines the form from a file's path.
  package init(path: String) {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[$0...].lowercased() }
    switch ending {
    case ".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".qmd", ".rmd", ".txt", ".text", ".rst":
      self = .markdown
    case ".adoc", ".asciidoc", ".asc": self = .asciidoc
    case ".org", ".tex", ".textile", ".wiki", ".mediawiki": self = .plain
    default: self = .lines
    }
  }
}
