internal import GitObjects

/// The contents that a commit gave to paths, read from `git log` with `arguments`.
struct CommitVersions: Hashable {
  /// A content at a path.
  struct Version: Hashable {
    let path: NameKey
    /// The blob at the path from this commit on.
    let blob: ObjectID
  }

  /// The arguments with the format: each commit begins with a record separator; its id and time end with a unit
  /// separator.
  static let arguments = [
    "log", "-z", "--raw", "--no-abbrev", "--no-renames", "--diff-merges=first-parent", "--format=%x1e%H %ct%x1f",
  ]

  let commit: ObjectID
  /// The committer's time, in seconds since 1970.
  let time: Int64
  /// The contents that the commit added; deletions are left out.
  let versions: Set<Version>

  /// Returns the commits in git's output, in its order.
  static func read(_ output: [UInt8]) -> [CommitVersions] {
    output.split(separator: 0x1e).compactMap { record in
      let parts = record.split(separator: 0x1f, maxSplits: 1)
      let words = parts.first?.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) } ?? []
      guard parts.count == 2, words.count == 2, let commit = ObjectID(hex: words[0]), let time = Int64(words[1]) else {
        return nil
      }
      return CommitVersions(commit: commit, time: time, versions: changes(parts[1]))
    }
  }

  /// Parses pairs of ":mode mode blob blob letter" and a path, each ended by NUL.
  private static func changes(_ text: ArraySlice<UInt8>) -> Set<Version> {
    let fields = text.split(separator: 0).map { $0.drop { $0 == UInt8(ascii: "\n") } }.filter { !$0.isEmpty }
    return Set(
      stride(from: 0, to: fields.count - 1, by: 2).compactMap { index in
        let words = fields[index].split(separator: UInt8(ascii: " "))
        guard words.count == 5, words[4] != [UInt8(ascii: "D")],
          let blob = ObjectID(hex: String(decoding: words[3], as: UTF8.self))
        else { return nil }
        return Version(path: NameKey(NameText.decode(fields[index + 1])), blob: blob)
      })
  }
}
