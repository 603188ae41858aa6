/// The words that were saved, recorded or acknowledged, and those that an author took out of a text that this author
/// had read.
///
/// Invariant I9: every other one is in a file, in an open conflict or in an open question.
struct WordLedger {
  /// Words that a tip had, or whose write was acknowledged: history has them.
  private(set) var recorded: Set<Substring> = []
  private var saved: Set<Substring> = []
  private var removed: Set<Substring> = []

  /// The complete words of a text, one a line: each ends with `;`.
  static func words(_ text: String) -> Set<Substring> { Set(text.split(separator: "\n").filter { $0.hasSuffix(";") }) }

  /// Notes words that were recorded or acknowledged.
  mutating func record(_ words: Set<Substring>) { recorded.formUnion(words) }

  /// Notes a text that the person's editor wrote whole.
  mutating func save(_ text: String) { saved.formUnion(Self.words(text)) }

  /// Notes that an author who had read one text put another one in its place.
  mutating func replace(_ read: String, with written: String) {
    removed.formUnion(Self.words(read).subtracting(Self.words(written)))
  }

  /// Notes that a power cut may have taken what a program had not synced: its new text, or the one that it had read.
  mutating func lose(_ save: UnsyncedSave) {
    removed.formUnion(Self.words(save.read).union(Self.words(save.written)))
  }

  /// The words that none of the texts contains and nobody removed.
  func lost(from texts: [String]) -> [Substring] {
    recorded.union(saved).filter { word in
      // A half word that a power cut left may be on the same line before a word.
      !texts.contains { $0.contains(word) } && !removed.contains { $0.hasSuffix(word) }
    }.sorted()
  }
}

/// A save that a power cut may take.
struct UnsyncedSave {
  /// The file.
  let path: String
  /// The texts that the editor had loaded, and that were there.
  let read: String
  /// The text that it wrote.
  let written: String
}
