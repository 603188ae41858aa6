internal import WorkspaceAPI

/// The letters (Unicode scalars) that a tool's result may still have.
struct ResultRoom: Hashable, Sendable {
  /// The letters that are left; negative if a text that had to be shown took more.
  private(set) var left: Int

  /// Creates the room of a result.
  init(_ longest: Int) { left = longest }

  /// Returns the letters of a text.
  static func letters(_ text: String) -> Int { text.unicodeScalars.count }

  /// Returns the letters of texts, each with a separator of so many letters.
  static func letters(_ texts: some Sequence<String>, separator: Int = 1) -> Int {
    texts.reduce(0) { $0 + letters($1) + separator }
  }

  /// Takes the letters of texts, each with a separator of so many letters.
  mutating func take(_ texts: some Sequence<String>, separator: Int = 1) {
    left -= Self.letters(texts, separator: separator)
  }

  /// Takes the letters of texts if they fit or must be shown; if not, nothing more fits.
  ///
  /// - Returns: whether they were taken.
  mutating func takeOrEnd(_ texts: some Sequence<String>, isRequired: Bool) -> Bool {
    guard Self.letters(texts) <= left || isRequired else {
      left = 0
      return false
    }
    take(texts)
    return true
  }

  /// Takes the first lines that fit in a part of the room, at least one, and returns them.
  mutating func takeLines(_ lines: [String], within part: Int) -> ArraySlice<String> {
    var room = ResultRoom(part)
    var count = 0
    for line in lines {
      room.take([line])
      guard room.left >= 0 || count == 0 else { break }
      count += 1
    }
    take(lines[..<count])
    return lines[..<count]
  }

  /// Takes the beginning of a text, as much as fits in the room or in a part of it.
  mutating func takeExcerpt(of text: String, within part: Int? = nil) -> (text: String, excerpt: LineExcerpt?) {
    let taken = LineExcerpt.take(nil, of: text, longest: part ?? left)
    left -= Self.letters(taken.text)
    return taken
  }
}
