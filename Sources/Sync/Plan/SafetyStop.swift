/// Decides whether so many files are gone that a person is asked first (review A14): a function of file counts and
/// times.
///
/// The recorder checks the folder; the exchange checks the changes from the remote and those to publish.
package struct SafetyStop: Hashable, Sendable {
  /// The smallest number of deleted files that is a stop: in a folder of three files, deleting two is ordinary work.
  package static let leastGone = 20
  /// The time in which the greatest count is searched, so that many small batches cannot pass one by one.
  package static let window = Duration.seconds(600)

  private var counts: [(time: Duration, files: Int)] = []

  /// Makes a stop without counts.
  package init() {}

  /// Records the number of files; times are uptime and do not go back.
  package mutating func note(files: Int, at now: Duration) {
    // A count that is followed by a greater one can never be the greatest again.
    while let last = counts.last, last.files <= files { counts.removeLast() }
    counts.append((now, files))
    counts.removeAll { $0.time + Self.window < now }
  }

  /// Returns the greatest count of the window; 0 if there is none.
  package func greatest(at now: Duration) -> Int {
    counts.first { $0.time + Self.window >= now }?.files ?? 0
  }

  /// Returns whether a decrease to this number of files is a stop now.
  package func stops(leaving remaining: Int, at now: Duration) -> Bool {
    Self.stops(from: greatest(at: now), leaving: remaining)
  }

  /// Returns whether a decrease from one count to the other is a stop: more than half gone, and at least 20.
  package static func stops(from greatest: Int, leaving remaining: Int) -> Bool {
    let gone = greatest - remaining
    return gone >= leastGone && gone * 2 > greatest
  }

  /// Compares the recorded counts.
  package static func == (left: SafetyStop, right: SafetyStop) -> Bool {
    left.counts.elementsEqual(right.counts) { $0 == $1 }
  }

  /// Hashes the recorded counts.
  package func hash(into hasher: inout Hasher) {
    for count in counts {
      hasher.combine(count.time)
      hasher.combine(count.files)
    }
  }
}
