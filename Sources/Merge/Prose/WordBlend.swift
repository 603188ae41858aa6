/// Compares one side's sentence with the other's by words: it may already contain the other's change.
///
/// The result is never a sentence that nobody wrote (review B5): it is one side's words. Only marks without a meaning,
/// such as curly quotes for straight ones, are taken from the other side.
enum WordBlend {
  /// The text to keep.
  enum Result: Hashable {
    /// A side's text as it is: it has all changes of the other side, and more.
    case side(MergeSide)
    /// A side's words with the marks of the other side, which changed nothing else; the side is nil if neither changed
    /// anything else.
    case words([UInt8], MergeSide?)
  }

  /// The greatest size in bytes that is compared by words.
  private static let limit = 1 << 16

  /// Returns the text to keep of two versions of some sentences; nil if both changed the words.
  static func blend(_ texts: Three<ArraySlice<UInt8>>) -> Result? {
    guard texts.base.count + texts.ours.count + texts.theirs.count <= limit else { return nil }
    let words = texts.map(split)
    let plain = Three(base: words.base, ours: words.ours, theirs: words.theirs).map { $0.map(folded) }
    if plain.base == plain.theirs { return plain.base == plain.ours ? marked(words) : marked(words, by: .theirs) }
    if plain.base == plain.ours { return marked(words, by: .ours) }
    if contains(words, .ours) { return .side(.ours) }
    return contains(words, .theirs) ? .side(.theirs) : nil
  }

  /// Returns whether a side made every change of the other, and kept all words of the lines that the other changed.
  ///
  /// A rewritten sentence has a word of the other's by chance, so the two must have most words in common. If a word
  /// beside the other's change is missing, the two say different things: "Berta came at 5." does not contain "Ada came
  /// at 5."
  private static func contains(_ words: Three<[ArraySlice<UInt8>]>, _ side: MergeSide) -> Bool {
    let numbers = numbered(words)
    let apart = LineDiff.changes(from: numbers[side.opposite], to: numbers[side])
    guard apart.reduce(0, { $0 + $1.size }) * 3 <= numbers.ours.count + numbers.theirs.count else { return false }
    let changes = LineDiff.changes(from: numbers.base, to: numbers[side.opposite])
    for piece in pieces(words[side.opposite]) where changes.contains(where: { touches($0.new, piece) }) {
      if apart.contains(where: { $0.old.overlaps(piece) }) { return false }
    }
    var groups = ChangeGroups(
      ours: LineDiff.changes(from: numbers.base, to: numbers.ours),
      theirs: LineDiff.changes(from: numbers.base, to: numbers.theirs))
    while let group = groups.next() {
      if group.hasOurs && group.hasTheirs {
        let ours = numbers.ours[group.ours]
        let theirs = numbers.theirs[group.theirs]
        guard side == .ours ? extends(ours, theirs) : extends(theirs, ours) else { return false }
      } else if group.hasOurs != (side == .ours) {
        return false
      }
    }
    return true
  }

  /// Returns whether added words are in a piece, or the place of removed words is within it.
  private static func touches(_ words: Range<Int>, _ piece: Range<Int>) -> Bool {
    words.overlaps(piece) || words.isEmpty && piece.lowerBound < words.lowerBound && words.lowerBound < piece.upperBound
  }

  /// Returns the words of each line, and of each sentence in it.
  private static func pieces(_ words: [ArraySlice<UInt8>]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    for (index, word) in words.enumerated() {
      guard let first = word.first, DocumentLayout.isSpace(first) else { continue }
      let mark = index > 0 ? words[index - 1].last : nil
      let isEnd = mark.map { Array(".!?".utf8).contains($0) } ?? false
      guard isEnd || word.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else { continue }
      pieces.append(start..<index)
      start = index + 1
    }
    return pieces + [start..<words.count]
  }

  /// Returns whether words equal others, or begin or end with them if there are any.
  private static func extends(_ words: ArraySlice<Int32>, _ others: ArraySlice<Int32>) -> Bool {
    words == others || !others.isEmpty && (words.starts(with: others) || words.suffix(others.count) == others)
  }

  /// Returns one side's words with the other's marks, as far as the marked words are still there.
  private static func marked(_ words: Three<[ArraySlice<UInt8>]>, by marker: MergeSide) -> Result {
    let numbers = numbered(words)
    let writer = marker.opposite
    var result: [UInt8] = []
    var position = 0
    // The marked text equals the base word for word, so words that the writer kept have the same index in it.
    for change in LineDiff.changes(from: numbers.base, to: numbers[writer]) {
      for word in words[marker][position..<change.old.lowerBound] { result += word }
      for word in words[writer][change.new] { result += word }
      position = change.old.upperBound
    }
    for word in words[marker][position...] { result += word }
    return .words(result, writer)
  }

  /// Returns the words that all three share, with the marks of both sides; if these contradict each other, the text
  /// that sorts first by bytes.
  private static func marked(_ words: Three<[ArraySlice<UInt8>]>) -> Result {
    var result: [UInt8] = []
    for (base, (ours, theirs)) in zip(words.base, zip(words.ours, words.theirs)) {
      if ours != theirs, ours != base, theirs != base {
        let isOurs = words.ours.joined().lexicographicallyPrecedes(words.theirs.joined())
        return .side(isOurs ? .ours : .theirs)
      }
      result += ours == base ? theirs : ours
    }
    return .words(result, nil)
  }

  private static func numbered(_ words: Three<[ArraySlice<UInt8>]>) -> Three<[Int32]> {
    var known: [ArraySlice<UInt8>: Int32] = [:]
    return words.map { list in
      list.map { word in
        let number = known[word] ?? Int32(known.count)
        known[word] = number
        return number
      }
    }
  }

  /// Splits a text into words, runs of spaces, and single marks; joined, they are the text.
  private static func split(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var rest = text
    while let first = rest.first {
      let length =
        if let mark = quote(rest) { mark } else if DocumentLayout.isSpace(first) {
          rest.prefix(while: DocumentLayout.isSpace).count
        } else if isWord(first) {
          max(1, wordLength(rest))
        } else {
          1
        }
      words.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return words
  }

  private static func wordLength(_ text: ArraySlice<UInt8>) -> Int {
    var length = 0
    while length < text.count, isWord(text[text.startIndex + length]) {
      if text[text.startIndex + length] == 0xE2, quote(text.dropFirst(length)) != nil { break }
      length += 1
    }
    return length
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    let folded = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(folded)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte >= 0x80
  }

  /// Returns the length of a curly quote; nil for anything else.
  private static func quote(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.starts(with: [0xE2, 0x80]), text.count >= 3 else { return nil }
    return (0x98...0x9F).contains(text[text.startIndex + 2]) ? 3 : nil
  }

  /// Returns a word without mere typography: with one kind of single and of double quotes, of emphasis, of space.
  private static func folded(_ word: ArraySlice<UInt8>) -> [UInt8] {
    guard let first = word.first else { return [] }
    if DocumentLayout.isSpace(first) { return [UInt8(ascii: " ")] }
    if first == UInt8(ascii: "_") { return [UInt8(ascii: "*")] }
    guard quote(word) != nil, let last = word.last else { return Array(word) }
    return [last < 0x9C ? UInt8(ascii: "'") : UInt8(ascii: "\"")]
  }
}
