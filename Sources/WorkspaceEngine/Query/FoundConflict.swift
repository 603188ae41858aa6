internal import Documents
internal import GitObjects
internal import Merge

/// A conflict as the message of a merge commit tells it.
struct FoundConflict: Sendable {
  /// What could not be brought together.
  var conflict: Conflict
  /// The merge.
  var commit: ObjectID
  /// When, ISO 8601.
  var time: String

  /// Reads what `git log` printed: record separator, id, time, message, with unit separators between.
  static func read(_ output: [UInt8]) -> [FoundConflict] {
    output.split(separator: 0x1e).flatMap { record -> [FoundConflict] in
      let fields = record.split(separator: 0x1f, maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let commit = ObjectID(hex: String(decoding: fields[0], as: UTF8.self)) else { return [] }
      let time = String(decoding: fields[1], as: UTF8.self)
      return CommitMessage(parsing: String(decoding: fields[2], as: UTF8.self)).conflicts.compactMap { trailer in
        Conflict(trailer: trailer).map { FoundConflict(conflict: $0, commit: commit, time: time) }
      }
    }
  }
}
