import Synchronization

/// The words of a scenario that were acknowledged, or synced by an editor, and those that an author who had read them
/// took out.
final class CrashNotes {
  /// The acknowledged words, in order.
  private(set) var words = CrashScenario.begun
  private var replaced: Set<String> = []

  /// Notes a word that was acknowledged or synced.
  func callAsFunction(_ word: String) { words.append(word) }

  /// Notes words that an author who has read them is about to take out: after a power cut they may be there or not.
  func replacing(_ words: String...) { replaced.formUnion(words) }

  /// The words that a file or an open conflict must have (I9).
  var owed: [String] { words.filter { !replaced.contains($0) } }
}

/// A number that hooks of a simulated disk may count with.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func add() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
