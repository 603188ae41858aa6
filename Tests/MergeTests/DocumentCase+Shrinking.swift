import Merge

extension DocumentCase {
  /// A case with as few changes, lines and words as still fail.
  ///
  /// - Parameter fails: whether a case does; it must be true of this one.
  func shrunk(while fails: (DocumentCase) -> Bool) -> DocumentCase {
    var smallest = self
    var size = smallest.size
    while let smaller = smallest.smaller.first(where: { $0.size < size && fails($0) }) {
      smallest = smaller
      size = smallest.size
    }
    return smallest
  }

  /// How many lines both sides changed; among equals, how long the texts are.
  private var size: (changes: Int, bytes: Int) {
    (
      LineDiff.distance(from: base, to: ours) + LineDiff.distance(from: base, to: theirs),
      base.count + ours.count + theirs.count
    )
  }

  /// Cases with less in them: the likeliest first.
  private var smaller: some Sequence<DocumentCase> {
    let steps: [(DocumentCase) -> [DocumentCase]] = [
      { $0.withoutChanges }, { $0.without(pieces: Self.lines) }, { $0.withoutLines },
      { $0.without(pieces: Self.words) },
    ]
    return steps.lazy.flatMap { $0(self) }
  }

  /// One side without any of its changes, or without one.
  private var withoutChanges: [DocumentCase] {
    var cases: [DocumentCase] = []
    for side in [\DocumentCase.ours, \.theirs] {
      let changes = LineDiff.changes(from: base, to: self[keyPath: side])
      var smaller = self
      smaller[keyPath: side] = base
      cases.append(smaller)
      for change in changes.indices {
        var kept = changes
        kept.remove(at: change)
        smaller[keyPath: side] = applied(kept, from: self[keyPath: side])
        cases.append(smaller)
      }
    }
    return cases
  }

  /// The base with some of a side's changes.
  private func applied(_ changes: [LineChange], from side: [UInt8]) -> [UInt8] {
    let (old, new) = (TextLines(base), TextLines(side))
    var text: [UInt8] = []
    var position = 0
    for change in changes {
      text += old[position..<change.old.lowerBound] + new[change.new]
      position = change.old.upperBound
    }
    return text + old[position..<old.count]
  }

  /// One of the texts without one of its lines.
  private var withoutLines: [DocumentCase] {
    [\DocumentCase.base, \.ours, \.theirs].flatMap { text in
      let lines = TextLines(self[keyPath: text])
      return (0..<lines.count).map { line in
        var smaller = self
        smaller[keyPath: text] = Array(lines[0..<line] + lines[(line + 1)..<lines.count])
        return smaller
      }
    }
  }

  /// All three texts without one of the pieces that they have, wherever it is.
  private func without(pieces: ([UInt8]) -> [[UInt8]]) -> [DocumentCase] {
    var seen: Set<[UInt8]> = []
    let cut = [base, ours, theirs].map(pieces)
    return cut.joined().filter { seen.insert($0).inserted }.map { piece in
      let texts = cut.map { Array($0.filter { $0 != piece }.joined()) }
      return DocumentCase(base: texts[0], ours: texts[1], theirs: texts[2])
    }
  }

  private static func lines(_ text: [UInt8]) -> [[UInt8]] {
    let lines = TextLines(text)
    return (0..<lines.count).map { Array(lines[$0..<($0 + 1)]) }
  }

  /// Words, each with one space behind it if there is one; and line ends.
  private static func words(_ text: [UInt8]) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    for byte in text {
      let isEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      if isEnd, !word.isEmpty, word != [UInt8(ascii: "\r")] {
        words.append(word)
        word = []
      }
      word.append(byte)
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
        words.append(word)
        word = []
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}
