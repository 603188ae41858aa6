internal import GitObjects
internal import Merge

/// The commits with trailers about conflicts, read from `git log` to rebuild the table of open conflicts.
enum ConflictHistory {
  /// Returns the arguments for a tip, in the form of `LogRecords`: id, time, message.
  static func arguments(_ tip: ObjectID) -> [String] {
    [
      "log", "-z", "--format=\(LogRecords.begin)%H%x1f%ct%x1f%B%x1f", "-F", "--grep=Stet-Conflict: ",
      "--grep=Stet-Resolves: ",
      "--grep=Stet-Undoes: ", tip.hex, "--",
    ]
  }

  /// Returns the commits in git's output.
  static func commits(_ output: [UInt8]) -> [ObjectID] {
    LogRecords.split(output, fields: 3).compactMap { ObjectID(hex: $0.fields[0]) }
  }

  /// Returns the table of a tip from git's output.
  ///
  /// - Parameter isStets: returns whether Stet made a commit; trailers in commits of other programs do not count.
  static func table(_ output: [UInt8], at tip: ObjectID, isStets: (ObjectID) -> Bool) -> OpenConflicts {
    let commits = LogRecords.split(output, fields: 3).compactMap { record -> (ObjectID, Int64, String)? in
      guard let id = ObjectID(hex: record.fields[0]), let seconds = Int64(record.fields[1]), isStets(id) else {
        return nil
      }
      return (id, seconds, record.fields[2])
    }
    return OpenConflicts(tip: tip, commits: commits)
  }
}
