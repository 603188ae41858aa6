/// The MCP servers in Codex's `config.toml`: each of Stet's is a piece at the end of the file, between two comments. Pure.
struct CodexServers {
  private static let begin = "# stet connect: begin"
  private static let behindText = " (behind a line without an end)"
  private static let end = "# stet connect: end\n"

  private let bytes: [UInt8]?
  private var text: String { String(decoding: bytes ?? [], as: UTF8.self) }

  /// Takes a file's content; nil for none.
  init(_ bytes: [UInt8]?) { self.bytes = bytes }

  /// The content with a server for a workspace; as it is where it has one.
  func adding(root: String, program: String) -> [UInt8] {
    let arguments = "args = [\"-C\", \(JSONPatch.quoted(root)), \"mcp\"]"
    if pieces.contains(where: { text[$0].contains(arguments) }) { return bytes ?? [] }
    var name = "stet"
    var number = 2
    while text.contains("[mcp_servers.\(name)]") {
      name = "stet-\(number)"
      number += 1
    }
    let isEnded = bytes?.last == UInt8(ascii: "\n") || (bytes ?? []).isEmpty
    let piece = """
      \(isEnded ? Self.begin : "\n" + Self.begin + Self.behindText)
      [mcp_servers.\(name)]
      command = \(JSONPatch.quoted(program))
      \(arguments)
      \(Self.end)
      """
    // Behind all bytes as they are, valid text or not.
    return (bytes ?? []) + Array(piece.utf8)
  }

  /// The content without the server of a workspace, nil where nothing is left of a file; and whether others of Stet's are.
  func removing(root: String) -> (bytes: [UInt8]?, hasOthers: Bool) {
    let arguments = "args = [\"-C\", \(JSONPatch.quoted(root)), \"mcp\"]"
    let text = self.text
    guard let own = pieces.last(where: { text[$0].contains(arguments) }) else { return (bytes, !pieces.isEmpty) }
    var left = text
    left.removeSubrange(own)
    return (left.isEmpty ? nil : Array(left.utf8), pieces.count > 1)
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
