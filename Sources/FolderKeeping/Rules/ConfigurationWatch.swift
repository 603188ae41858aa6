/// The state of git's configuration and attributes: checks that are due, and the result of the last one.
///
/// Pure: times are monotonic nanoseconds. A program that saves the configuration may leave it empty or incomplete for a
/// moment, so the check for damage waits for a rest.
package struct ConfigurationWatch {
  /// The time without a change before the check for damage, in nanoseconds.
  static let rest: Int64 = 1_000_000_000

  /// The time of the check for damage, in monotonic nanoseconds; nil if there was no change since the last check.
  private(set) var due: Int64?
  /// The number of changes since the start: the exchange may then have another remote.
  package private(set) var changes = 0
  /// The attribute files that changed since the start; git's index may not list them yet.
  private(set) var attributeFiles: Set<String> = []
  private var isJudged = false
  private var refusal: String?

  /// Records a change of the repository's configuration file.
  mutating func noteChange(at now: Int64) {
    due = now + Self.rest
    noteRestored()
  }

  /// Records that the repository's configuration was restored.
  mutating func noteRestored() {
    changes += 1
    isJudged = false
  }

  /// Records a change of a configuration file outside the folder.
  mutating func noteOutsideChange() { changes += 1 }

  /// Records a change of ignore rules, attributes or the policy, with the paths of changed attribute files.
  mutating func noteRuleChange(attributeFiles changed: [String]) {
    attributeFiles.formUnion(changed)
    isJudged = false
  }

  /// Schedules the check for damage unless it is scheduled; returns its time.
  mutating func awaitCheck(at now: Int64) -> Int64 {
    let time = due ?? now + Self.rest
    due = time
    return time
  }

  /// Returns whether the check for damage is due, and then clears it.
  mutating func begin(at now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }

  /// Returns why the repository cannot be recorded with its present configuration (review A4); nil if it can.
  ///
  /// - Parameter judge: returns the answer; called only after a change.
  mutating func refusal(_ judge: () -> String?) -> String? {
    if !isJudged {
      isJudged = true
      refusal = judge()
    }
    return refusal
  }
}
