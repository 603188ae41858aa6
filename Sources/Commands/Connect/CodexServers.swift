internal import TOMLKit
internal import Values

/// The MCP servers in Codex's `config.toml`: each of Stet's is a section at the end of the file, between two comments.
/// Pure.
struct CodexServers {
  private static let begin = "# stet connect: begin"
  private static let behindText = " (behind a line without an end)"
  private static let inEmptyText = " (in a file that was empty)"
  private static let end = "# stet connect: end\n"

  private let bytes: [UInt8]?
  private var text: String { String(decoding: bytes ?? [], as: UTF8.self) }

  /// Takes a file's content; nil for none.
  init(_ bytes: [UInt8]?) { self.bytes = bytes }

  /// Returns whether a content is TOML in UTF-8, as Codex reads it.
  private static func isReadable(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return (try? TOMLTable(string: text)) != nil
  }

  /// Returns the content with a server for a workspace; unchanged if it has one.
  ///
  /// - Returns: nil if the content is not TOML, and if `mcp_servers` is written as one value, which cannot be extended
  ///   without rewriting it.
  func adding(root: String, program: String) -> [UInt8]? {
    guard Self.isReadable(bytes ?? []) else { return nil }
    let arguments = "args = [\"-C\", \(JSONString.quoted(root)), \"mcp\"]"
    if pieces.contains(where: { text[$0].contains(arguments) }) { return bytes ?? [] }
    var name = "stet"
    var number = 2
    while text.contains("[mcp_servers.\(name)]") {
      name = "stet-\(number)"
      number += 1
    }
    let isEnded = bytes?.last == UInt8(ascii: "\n") || (bytes ?? []).isEmpty
    let begin = bytes?.isEmpty == true ? Self.begin + Self.inEmptyText : Self.begin
    let piece = """
      \(isEnded ? begin : "\n" + Self.begin + Self.behindText)
      [mcp_servers.\(name)]
      command = \(JSONString.quoted(program))
      \(arguments)
      \(Self.end)
      """
    let result = (bytes ?? []) + Array(piece.utf8)
    return Self.isReadable(result) ? result : nil
  }

  /// Returns the content without the server of a workspace, and whether it has other servers of Stet's. The content is
  /// nil if nothing is left of a file that was created for the server; the result is nil if the content is no text.
  func removing(root: String) -> (bytes: [UInt8]?, hasOthers: Bool)? {
    guard String(validating: bytes ?? [], as: UTF8.self) != nil else { return nil }
    let arguments = "args = [\"-C\", \(JSONString.quoted(root)), \"mcp\"]"
    let text = self.text
    guard let own = pieces.last(where: { text[$0].contains(arguments) }) else { return (bytes, !pieces.isEmpty) }
    var left = text
    left.removeSubrange(own)
    let wasEmpty = text[own].hasPrefix(Self.begin + Self.inEmptyText)
    return (left.isEmpty && !wasEmpty ? nil : Array(left.utf8), pieces.count > 1)
  }

  private var pieces: [Range<String.Index>] {
    let text = self.text
    var found: [Range<String.Index>] = []
    var rest = text[...]
    while let start = Self.place(of: Self.begin, in: rest) {
      guard let end = Self.place(of: Self.end, in: text[start.upperBound...]) else { break }
      var from = start.lowerBound
      if text[start.upperBound...].hasPrefix(Self.behindText), from > text.startIndex {
        from = text.utf8.index(before: from)
      }
      found.append(from..<end.upperBound)
      rest = text[end.upperBound...]
    }
    return found
  }

  private static func place(of mark: String, in text: Substring) -> Range<String.Index>? {
    let wanted = Array(mark.utf8)
    var index = text.utf8.startIndex
    while index < text.utf8.endIndex {
      let rest = text.utf8[index...]
      if rest.starts(with: wanted) { return index..<text.utf8.index(index, offsetBy: wanted.count) }
      index = text.utf8.index(after: index)
    }
    return nil
  }
}
