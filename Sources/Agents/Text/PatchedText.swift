internal import Documents
internal import Values

/// The text of a file after a patch.
enum PatchedText {
  /// Makes the changes, all or none; line ends and byte order mark stay as the file has them.
  ///
  /// Each hunk's lines must be at the place that the patch names, moved by the changes before, or at exactly one other
  /// place after the last one.
  ///
  /// - Throws: `ToolFailure` with the first lines that were not found.
  static func apply(_ hunks: [PatchHunk], to text: [UInt8], path: String) throws(ToolFailure) -> [UInt8] {
    let form = TextForm(text)
    let mark: [UInt8] = form.hasMark ? ByteOrderMark.bytes : []
    let lines = lines(text[mark.count...])
    var result = mark
    var position = 0
    var offset = 0
    for hunk in hunks {
      let old = hunk.old.map { bare($0.text[...]) }
      let wanted = old.isEmpty ? hunk.start + offset : hunk.start - 1 + offset
      guard let place = place(of: old, in: lines, from: position, at: wanted) else {
        let shown = hunk.old.prefix(3).map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: "\n")
        let nearest = NearestText.text(to: Array(old.map(Array.init).joined(separator: [10])), in: text)
        throw ToolFailure(
          "The patch does not fit \(ModelText.path(path)) around line \(hunk.start): these lines must be there:\n\(shown)"
            + (nearest.map { "\n\($0)" } ?? ""))
      }
      offset += place - wanted
      for line in lines[position..<place] { append(line, to: &result) }
      position = place
      for line in hunk.lines {
        if line.kind == .added {
          end(&result, form)
          result += form.hasCarriageReturns ? Array(bare(line.text[...])) : line.text
          if line.isEnded { result += form.hasCarriageReturns ? [13, 10] : [10] }
        } else {
          if line.kind == .kept {
            end(&result, form)
            append(lines[position], to: &result)
          }
          position += 1
        }
      }
    }
    if position < lines.count { end(&result, form) }
    for line in lines[position...] { append(line, to: &result) }
    return result
  }

  /// Returns the lines of a text, each with its end.
  private static func lines(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { lines.append(rest) }
    return lines
  }

  private static func append(_ line: ArraySlice<UInt8>, to result: inout [UInt8]) { result += line }

  /// Adds the missing end of the last line, because another line follows it.
  private static func end(_ result: inout [UInt8], _ form: TextForm) {
    guard let last = result.last, last != UInt8(ascii: "\n"), result != ByteOrderMark.bytes else { return }
    result += form.hasCarriageReturns ? [13, 10] : [10]
  }

  /// Returns a line without its end.
  private static func bare(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  private static func place(
    of old: [ArraySlice<UInt8>], in lines: [ArraySlice<UInt8>], from first: Int, at wanted: Int
  ) -> Int? {
    func stands(_ place: Int) -> Bool {
      guard place >= first, place + old.count <= lines.count else { return false }
      return old.indices.allSatisfy { bare(lines[place + $0]).elementsEqual(old[$0]) }
    }
    if stands(wanted) { return wanted }
    guard !old.isEmpty, lines.count >= old.count, first <= lines.count - old.count else { return nil }
    var found: Int?
    for place in first...(lines.count - old.count) where stands(place) {
      guard found == nil else { return nil }
      found = place
    }
    return found
  }
}
