internal import Documents

/// One replacement in a text.
struct TextEdit: Hashable, Sendable {
  /// The text to replace.
  var old: [UInt8]
  /// The new text.
  var new: [UInt8]

  /// Returns the text with all edits, one after the other, each at the only occurrence of its old text.
  ///
  /// The edits get the file's line ends: an agent sends `\n` if the file has `\r\n`.
  ///
  /// - Throws: `ToolFailure` for an old text that is empty, does not occur, or occurs more than once.
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
          "The text to replace occurs more than once in the file, for example in lines "
            + found.map { String(result[..<$0].count { $0 == 10 } + 1) }.joined(separator: " and ")
            + "; give more of the text around it:\n" + String(decoding: edit.old, as: UTF8.self))
      }
      result.replaceSubrange(place..<place + fitted.old.count, with: fitted.new)
    }
    return result
  }

  /// Returns the edit with the line ends of a text.
  func fitted(to text: [UInt8]) -> TextEdit {
    let form = TextForm(text)
    return TextEdit(
      old: Self.places(of: old, in: text).isEmpty ? form.lines(old) : old, new: form.lines(new))
  }

  /// Returns the places of a text in another one, including overlapping ones; at most two.
  private static func places(of part: [UInt8], in text: [UInt8]) -> [Int] {
    ByteSearch.places(of: part, in: text, overlapping: true, atMost: 2)
  }
}
