/// The rule by which a person is asked before so many files are deleted (review A14): more than half are gone, and at
/// least 20.
///
/// The recorder checks the folder; the exchange checks the changes from the remote and those to publish.
package enum SafetyStop {
  /// The smallest number of deleted files that is a stop: in a folder of three files, deleting two is ordinary work.
  package static let leastGone = 20

  /// Returns whether a decrease from one count to the other is a stop.
  package static func stops(from greatest: Int, leaving remaining: Int) -> Bool {
    let gone = greatest - remaining
    return gone >= leastGone && gone * 2 > greatest
  }
}
