/// How much one turn may do before others get theirs (review B8).
package struct TurnLimit: Hashable, Sendable {
  /// Time, in nanoseconds; a turn ends with the file during which it is over.
  package var nanoseconds: Int64
  /// Files.
  package var files: Int

  /// All at once, waiting for nothing: in recovery, and where nobody else waits.
  package static let none = TurnLimit(nanoseconds: .max, files: .max)
  /// What leaves a turn below 50 ms, with what surrounds it.
  package static let short = TurnLimit(nanoseconds: 25_000_000, files: 1_000)

  /// Makes a limit.
  package init(nanoseconds: Int64 = .max, files: Int = .max) {
    self.nanoseconds = nanoseconds
    self.files = files
  }

  /// What of it is left after so many nanoseconds; one file at least is brought in any case.
  func left(after spent: Int64) -> TurnLimit {
    nanoseconds == .max ? self : TurnLimit(nanoseconds: max(0, nanoseconds - spent), files: files)
  }
}
