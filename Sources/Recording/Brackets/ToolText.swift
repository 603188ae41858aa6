/// The text that a tool gives its file, as far as its input says. Pure.
package struct ToolText: Hashable, Sendable {
  /// The author of a file's current text while the tool may run.
  package enum Finding: Hashable, Sendable {
    /// The tool's.
    case tool
    /// Not the tool's: it has not written yet, since the person is asked whether it may run at all.
    case notYet
    /// The tool's or somebody else's.
    case unknown
  }

  /// Texts that it puts in; of a whole text that alone.
  package var put: [String]
  /// Texts that it takes out for them, one for each; empty where its input says none.
  package var taken: [String]
  /// Whether it takes each of them out at every place.
  package var isEverywhere: Bool
  /// Whether what it puts in is the whole text.
  package var isWhole: Bool

  /// Makes one; without texts nothing is known but the name of the file.
  package init(put: [String] = [], taken: [String] = [], isEverywhere: Bool = false, isWhole: Bool = false) {
    self.put = put
    self.taken = taken
    self.isEverywhere = isEverywhere
    self.isWhole = isWhole
  }

  /// Whether nothing but the name of the file is known.
  package var isEmpty: Bool { put.isEmpty && taken.isEmpty }

  /// Returns whose a text is.
  ///
  /// Line ends count for nothing, and neither does what a formatter changes: blanks and signs between the words.
  ///
  /// - Parameters:
  ///   - onDisk: the text of the file; nil for none that can be read.
  ///   - recorded: the version that was recorded last; nil for none.
  ///   - hasWritten: whether the recorded version is the tool's.
  package func finding(_ onDisk: [UInt8]?, over recorded: [UInt8]?, hasWritten: Bool) -> Finding {
    if isEmpty { return .tool }
    guard let onDisk = onDisk.map(Self.withoutReturns) else { return .unknown }
    let before = Self.withoutReturns(recorded ?? [])
    let words = Self.words(onDisk)
    if let made = made(from: before) {
      let madeWords = Self.words(made)
      if made == onDisk || words == madeWords && !words.isEmpty && madeWords != Self.words(before) { return .tool }
    }
    if hasWritten { return Self.isReformatted(onDisk, before) ? .tool : .unknown }
    let texts = put.map { Self.withoutReturns(Array($0.utf8)) }
    if isWhole {
      let new = Self.lines(texts.first ?? []).subtracting(Self.lines(before))
      return !new.isEmpty && new.isDisjoint(with: Self.lines(onDisk)) ? .notYet : .unknown
    }
    guard taken.count == texts.count else { return texts.allSatisfy(onDisk.contains) ? .tool : .unknown }
    // The text to remove is still there, and no text to insert has appeared.
    var isThere = false
    for (old, new) in zip(taken.map({ Self.withoutReturns(Array($0.utf8)) }), texts) {
      guard !old.isEmpty else { return .unknown }
      // Another may be made by the edit before it.
      if before.contains(old) {
        guard onDisk.contains(old) else { return .unknown }
        isThere = true
      }
      if !new.isEmpty, Self.count(of: new, in: onDisk) > Self.count(of: new, in: before) { return .unknown }
    }
    return isThere ? .notYet : .unknown
  }

  /// Whether a text has the words of another: all that a formatter may have changed is between them.
  static func isReformatted(_ onDisk: [UInt8]?, _ recorded: [UInt8]?) -> Bool {
    guard let onDisk, let recorded else { return false }
    let words = Self.words(onDisk)
    return !words.isEmpty && words == Self.words(recorded)
  }

  /// The text that the tool makes of another; nil where it cannot.
  private func made(from before: [UInt8]) -> [UInt8]? {
    let texts = put.map { Self.withoutReturns(Array($0.utf8)) }
    if isWhole { return texts.first }
    guard taken.count == texts.count else { return nil }
    var made = before
    for (old, new) in zip(taken.map({ Self.withoutReturns(Array($0.utf8)) }), texts) {
      guard !old.isEmpty else {
        // A new file.
        guard made.isEmpty else { return nil }
        made = new
        continue
      }
      var place = made.firstRange(of: old)
      guard place != nil else { return nil }
      while let range = place {
        made.replaceSubrange(range, with: new)
        guard isEverywhere else { break }
        let rest = range.lowerBound + new.count
        place = made[rest...].firstRange(of: old)
      }
    }
    return made
  }

  private static func withoutReturns(_ text: [UInt8]) -> [UInt8] { text.filter { $0 != UInt8(ascii: "\r") } }

  /// The letters and digits of a text.
  private static func words(_ text: [UInt8]) -> [UInt8] {
    text.filter { byte in
      byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }

  /// The words of each line that has some.
  private static func lines(_ text: [UInt8]) -> Set<[UInt8]> {
    Set(text.split(separator: UInt8(ascii: "\n")).map { words(Array($0)) }.filter { !$0.isEmpty })
  }

  private static func count(of part: [UInt8], in text: [UInt8]) -> Int {
    var rest = text[...]
    var count = 0
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
