internal import GitObjects
internal import Merge

/// The commits that say anything of conflicts, as `git log` prints them: for a table that must be made anew.
enum ConflictHistory {
  /// The arguments for a tip: record separator, id, time, message, with unit separators between.
  static func arguments(_ tip: ObjectID) -> [String] {
    [
      "log", "--format=%x1e%H%x1f%ct%x1f%B", "-F", "--grep=Stet-Conflict: ", "--grep=Stet-Resolves: ",
      "--grep=Stet-Undoes: ", tip.hex, "--",
    ]
  }

  /// The table of a tip from what git printed.
  static func table(_ output: [UInt8], at tip: ObjectID) -> OpenConflicts {
    let commits = output.split(separator: 0x1e).compactMap { record -> (ObjectID, Int64, String)? in
      let fields = record.split(separator: 0x1f, maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let id = ObjectID(hex: String(decoding: fields[0], as: UTF8.self)),
        let seconds = Int64(String(decoding: fields[1], as: UTF8.self))
      else { return nil }
      return (id, seconds, String(decoding: fields[2], as: UTF8.self))
    }
    return OpenConflicts(tip: tip, commits: commits)
  }
}
