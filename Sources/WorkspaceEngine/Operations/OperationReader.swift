internal import Documents
internal import FolderKeeping
internal import GitObjects

/// Reads the commits of operations from the output of `git log`. Pure, except for the lookup of makers in the keeper.
enum OperationReader {
  /// Returns the arguments for git: each record begins with a record separator, and its fields end with unit
  /// separators.
  ///
  /// - Parameters:
  ///   - count: the largest number of commits; nil for all.
  ///   - withPaths: whether git compares trees for the paths, which takes longer.
  static func arguments(_ tip: ObjectID, count: Int?, withPaths: Bool) -> [String] {
    let words = [
      "Stet-Actor: agent", "Stet-Actor: sync", "Stet-Restores: ", "Stet-Resolves: ", "Stet-Undoes: ",
    ]
    return arguments(tip, count: count, withPaths: withPaths, words: words)
  }

  /// Returns the arguments for git that list the commits of a session and all undos.
  static func arguments(_ tip: ObjectID, session: String) -> [String] {
    let words = ["Stet-Session: " + TrailerText.escape(session), "Stet-Undoes: "]
    return arguments(tip, count: nil, withPaths: false, words: words)
  }

  private static func arguments(_ tip: ObjectID, count: Int?, withPaths: Bool, words: [String]) -> [String] {
    var arguments = [
      "log", "-z", "--date=iso-strict", "--format=\(LogRecords.begin)%H%x1f%P%x1f%at%x1f%ct%x1f%ad%x1f%an%x1f%B%x1f",
    ]
    if withPaths { arguments += ["--name-only", "--no-renames", "--diff-merges=first-parent"] }
    if let count { arguments.append("-n\(count)") }
    arguments.append("--fixed-strings")
    return arguments + words.map { "--grep=" + $0 } + [tip.hex, "--"]
  }

  /// Returns the commits in git's output, in its order, and the committer's times of all printed records.
  static func commits(_ output: [UInt8], in keeper: FolderKeeper) async -> (commits: [OperationCommit], listed: [Int64])
  {
    let split = LogRecords.split(output, fields: 7)
    let makers = await keeper.makers(of: split.compactMap { ObjectID(hex: $0.fields[0]) })
    return (commits(split) { makers[$0] == .stet }, split.compactMap { Int64($0.fields[3]) })
  }

  /// Returns the commits of records. It leaves out commits that only name others, and commits of other programs, whose
  /// messages are plain text.
  static func commits(_ split: [LogRecords.Record], isStets: (ObjectID) -> Bool) -> [OperationCommit] {
    split.filter { ObjectID(hex: $0.fields[0]).map(isStets) == true }.compactMap(commit)
  }

  private static func commit(_ record: LogRecords.Record) -> OperationCommit? {
    let texts = record.fields
    guard let id = ObjectID(hex: texts[0]), let seconds = Int64(texts[2]), let recorded = Int64(texts[3])
    else { return nil }
    let message = CommitMessage(parsing: texts[6])
    guard message.foreign.isEmpty, message.unsealed == nil else { return nil }
    return OperationCommit(
      id: id, parents: texts[1].split(separator: " ").compactMap { ObjectID(hex: String($0)) },
      author: AuthorRecord(message.author ?? .user, personName: texts[5]), machine: message.machine,
      model: message.model, seconds: seconds,
      time: LogRecords.zoned(texts[4]), subject: message.subject, paths: record.paths.map { NameText.decode($0) },
      change: message.change,
      restores: message.restores, resolves: message.resolves, undoes: message.undoes, recorded: recorded)
  }
}
