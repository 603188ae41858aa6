internal import Values

/// The first heading of a document. Pure.
enum TitleReader {
  /// The number of lines in which a heading is sought.
  private static let mostLines = 200
  /// The longest title in characters.
  private static let longest = 200

  /// Returns the first heading of a document; nil if it has none.
  static func heading(in content: [UInt8], kind: DocumentKind) -> String? {
    switch kind {
    case .markdown: markdown(content)
    case .org: lines(content).lazy.compactMap { org($0) }.first
    case .asciidoc: lines(content).lazy.compactMap { after("= ", in: $0) }.first
    case .html: MarkupText.element("title", in: content) ?? MarkupText.element("h1", in: content)
    default: nil
    }
  }

  /// Returns the first heading outside front matter and code: `# Title`, or a line above `===` or `---`.
  private static func markdown(_ content: [UInt8]) -> String? {
    var lines = lines(content)[...]
    if let first = lines.first, first.trimmingBlanks == "---",
      let end = lines.dropFirst().firstIndex(where: { $0.trimmingBlanks == "---" })
    {
      lines = lines[(end + 1)...]
    }
    var fence: Substring?
    var previous: Substring = ""
    for line in lines {
      let text = line.trimmingBlanks
      if let open = fence {
        if text.hasPrefix(open) { fence = nil }
        continue
      }
      if text.hasPrefix("```") || text.hasPrefix("~~~") {
        fence = text.prefix(3)
        previous = ""
        continue
      }
      let marks = text.prefix { $0 == "#" }.count
      if (1...6).contains(marks), text.dropFirst(marks).first == " " {
        var title = text.dropFirst(marks).trimmingBlanks
        let bare = title.reversed().drop { $0 == "#" }
        if bare.isEmpty || bare.first == " " { title = Substring(String(bare.reversed())).trimmingBlanks }
        if !title.isEmpty { return cut(title) }
      }
      if !previous.isEmpty, text.count > 1, text.allSatisfy({ $0 == "=" }) || text.allSatisfy({ $0 == "-" }) {
        return cut(previous)
      }
      previous = text
    }
    return nil
  }

  private static func org(_ line: Substring) -> String? {
    if line.lowercased().hasPrefix("#+title:") { return after(line.prefix(8), in: line) }
    return after("* ", in: line)
  }

  private static func after(_ mark: some StringProtocol, in line: Substring) -> String? {
    guard line.hasPrefix(mark) else { return nil }
    let title = line.dropFirst(mark.count).trimmingBlanks
    return title.isEmpty ? nil : cut(title)
  }

  private static func cut(_ title: Substring) -> String { String(title.prefix(longest)) }

  /// Returns the first lines, without a byte order mark. A line is decoded when it is read: the first heading is mostly
  /// in the first one.
  private static func lines(_ content: [UInt8]) -> LazyMapCollection<ArraySlice<ArraySlice<UInt8>>, Substring> {
    let bytes = content.dropFirst(ByteOrderMark.length(in: content))
    // Beyond so many bytes no line is looked at, however long the lines are.
    return bytes.prefix(64 << 10)
      .split(separator: UInt8(ascii: "\n"), maxSplits: mostLines, omittingEmptySubsequences: false).prefix(mostLines)
      .lazy.map { Substring(String(decoding: $0, as: UTF8.self)) }
  }
}

extension Substring {
  /// The text without spaces, tabs and carriage returns at both ends.
  fileprivate var trimmingBlanks: Substring {
    var text = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return text
  }
}
