internal import FoundationEssentials
internal import Git
internal import GitObjects
internal import LocalState
internal import Values

/// The attributed lines of the feed's files for the next start of the daemon: `.git/stet/feed-origins`, a digest of the
/// rest on the first line, then JSON. Derived from history: a file that is missing or damaged changes no answer. Pure.
///
/// Only commits are kept, since other commits may later name the maker of one.
enum StoredOrigins {
  static let file = StoredFile("feed-origins")
  /// The largest size that is read, in bytes.
  static let longest: Int64 = 1 << 26

  private struct Entry: Codable {
    var path: String
    var isHeld: Bool
    var commit: String
    var blob: String
    /// The commits of the lines: the id, the author's name and the time.
    var commits: [[String]]
    /// For each line the index of its commit.
    var lines: [Int]
  }

  /// Returns the file's bytes for some versions with their lines.
  static func encode(_ known: [FeedOrigins.Place: FeedOrigins.Blamed]) -> [UInt8] {
    let entries = known.map { place, blamed in
      var entry = Entry(
        path: place.path.string, isHeld: place.isHeld, commit: blamed.version.commit.hex, blob: blamed.version.blob.hex,
        commits: [], lines: [])
      var indices: [ObjectID: Int] = [:]
      for line in blamed.lines {
        let index = indices[line.commit] ?? entry.commits.count
        if index == entry.commits.count { entry.commits.append([line.commit.hex, line.name, line.time]) }
        indices[line.commit] = index
        entry.lines.append(index)
      }
      return entry
    }
    let json = StoredFile.json(entries) ?? []
    return Array(digest(json).utf8) + [UInt8(ascii: "\n")] + json
  }

  /// Returns the versions in a file's bytes; empty for a damaged one.
  static func decode(_ bytes: [UInt8]) -> [FeedOrigins.Place: FeedOrigins.Blamed] {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return [:] }
    let json = Array(bytes[(end + 1)...])
    guard bytes[..<end].elementsEqual(digest(json).utf8),
      let entries = try? JSONDecoder().decode([Entry].self, from: Data(json))
    else { return [:] }
    var known: [FeedOrigins.Place: FeedOrigins.Blamed] = [:]
    for entry in entries {
      guard let path = try? WorkspacePath(entry.path), let commit = ObjectID(hex: entry.commit),
        let blob = ObjectID(hex: entry.blob)
      else { continue }
      let commits = entry.commits.compactMap { fields in
        fields.count == 3
          ? ObjectID(hex: fields[0]).map { BlameReader.Line(commit: $0, name: fields[1], time: fields[2]) } : nil
      }
      guard commits.count == entry.commits.count, entry.lines.allSatisfy(commits.indices.contains) else { continue }
      known[FeedOrigins.Place(path: path, isHeld: entry.isHeld)] = FeedOrigins.Blamed(
        version: FeedOrigins.Version(commit: commit, blob: blob), lines: entry.lines.map { commits[$0] })
    }
    return known
  }

  private static func digest(_ json: [UInt8]) -> String {
    json.withUnsafeBytes { Repository.id(of: .blob, $0) }.hex
  }
}
