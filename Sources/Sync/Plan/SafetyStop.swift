/// Whether so much is gone that a person is asked first (review A14): a function of file counts and times.
///
/// The recorder asks it about the folder, the exchange about what comes from the remote and what would go there.
package struct SafetyStop: Hashable, Sendable {
  /// Fewer files gone than this are never a stop: in a folder of three, deleting two is work.
  package static let leastGone = 20
  /// How far back the greatest count is looked for, so that many small batches cannot pass one by one.
  package static let window = Duration.seconds(600)

  private var counts: [(time: Duration, files: Int)] = []

  /// Makes a stop that has seen nothing.
  package init() {}

  /// Notes how many files there are; times are uptime and do not go back.
  package mutating func note(files: Int, at now: Duration) {
    // A count that is followed by a greater one can never be the greatest again.
    while let last = counts.last, last.files <= files { counts.removeLast() }
    counts.append((now, files))
    counts.removeAll { $0.time + Self.window < now }
  }

  /// The greatest count of the window; 0 where nothing was noted.
  package func greatest(at now: Duration) -> Int {
    counts.first { $0.time + Self.window >= now }?.files ?? 0
  }

  /// Whether leaving this many files is a stop now.
  package func stops(leaving remaining: Int, at now: Duration) -> Bool {
    Self.stops(from: greatest(at: now), leaving: remaining)
  }

  /// Whether going from one count to the other is a stop: more than half gone, and at least 20.
  package static func stops(from greatest: Int, leaving remaining: Int) -> Bool {
    let gone = greatest - remaining
    return gone >= leastGone && gone * 2 > greatest
  }

  /// Compares the counts that were noted.
  package static func == (left: SafetyStop, right: SafetyStop) -> Bool {
    left.counts.elementsEqual(right.counts) { $0 == $1 }
  }

  /// Hashes the counts that were noted.
  package func hash(into hasher: inout Hasher) {
    for count in counts {
      hasher.combine(count.time)
      hasher.combine(count.files)
    }
  }
}
