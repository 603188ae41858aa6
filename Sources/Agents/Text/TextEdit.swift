internal import Documents

/// One replacement in a text.
struct TextEdit: Hashable, Sendable {
  /// What stands there.
  var old: [UInt8]
  /// What is to stand there.
  var new: [UInt8]

  /// The text with all edits, one after the other, each at the one place where its old text stands.
  ///
  /// Line ends are taken as the file has them: an agent sends `\n` where the file has `\r\n`.
  ///
  /// - Throws: `ToolFailure` for an old text that is empty, does not stand there, or stands more than once.
  static func apply(_ edits: [TextEdit], to text: [UInt8]) throws(ToolFailure) -> [UInt8] {
    var result = text
    for edit in edits {
      guard !edit.old.isEmpty else { throw ToolFailure("Invalid arguments: \"oldText\" is empty.") }
      let fitted = edit.fitted(to: result)
      let found = places(of: fitted.old, in: result)
      guard let place = found.first else {
        throw ToolFailure(
          "Could not find exact match for edit:\n\(String(decoding: edit.old, as: UTF8.self))"
            + (NearestText.text(to: fitted.old, in: result).map { "\n\($0)" } ?? ""))
      }
      guard found.count == 1 else {
        throw ToolFailure(
          "The text to replace stands more than once in the file, such as in lines "
            + found.map { String(result[..<$0].count { $0 == 10 } + 1) }.joined(separator: " and ")
            + "; give more of the text around it:\n" + String(decoding: edit.old, as: UTF8.self))
      }
      result.replaceSubrange(place..<place + fitted.old.count, with: fitted.new)
    }
    return result
  }

  /// The edit with the line ends of a text.
  func fitted(to text: [UInt8]) -> TextEdit {
    let form = TextForm(text)
    return TextEdit(
      old: Self.places(of: old, in: text).isEmpty ? form.lines(old) : old, new: form.lines(new))
  }

  /// Where a text stands in another, also overlapping itself; no more than two places.
  private static func places(of part: [UInt8], in text: [UInt8]) -> [Int] {
    guard let first = part.first, part.count <= text.count else { return [] }
    var found: [Int] = []
    text.withUnsafeBufferPointer { text in
      part.withUnsafeBufferPointer { part in
        var start = 0
        while start <= text.count - part.count, found.count < 2 {
          if text[start] == first, (1..<part.count).allSatisfy({ text[start + $0] == part[$0] }) { found.append(start) }
          start += 1
        }
      }
    }
    return found
  }
}
