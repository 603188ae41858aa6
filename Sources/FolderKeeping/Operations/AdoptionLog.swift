internal import FileSystem
internal import GitObjects
internal import LocalState

/// The adoptions of this machine without a merge commit, in `.git/stet/adoptions`: one line each with the time, the id,
/// and the commits before and after. At least the newest 1,000 are kept.
///
/// The log is local, since each machine adopts different commits; the undo of an adoption is a commit and syncs.
struct AdoptionLog {
  private static let file = StoredFile("adoptions")
  private static let kept = 1_000
  /// The size in bytes above which the oldest lines are deleted.
  private static let limit: Int64 = 1 << 19

  /// The folder's files.
  let tree: any FileTree

  /// Returns all adoptions in the log, newest first.
  func list() throws(FileError) -> [Adoption] {
    guard let bytes = try Self.file.read(from: tree, limit: 1 << 24) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).reversed().compactMap(Self.adoption)
  }

  private static func adoption(_ line: ArraySlice<UInt8>) -> Adoption? {
    let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 4, let seconds = Int64(fields[0]), let id = ObjectID(hex: fields[1]),
      let before = ObjectID(hex: fields[2]), let after = ObjectID(hex: fields[3])
    else { return nil }
    return Adoption(id: id.hex, before: before, after: after, seconds: seconds)
  }

  private static func line(_ adoption: Adoption) -> String {
    "\(adoption.seconds) \(adoption.id) \(adoption.before.hex) \(adoption.after.hex)\n"
  }

  /// Appends an adoption that just happened.
  func note(_ adoption: Adoption) throws(FileError) {
    // The newline first separates the entry from a line that a power cut left incomplete.
    let bytes = Array(("\n" + Self.line(adoption)).utf8)
    let stamp = try tree.append(Self.file.location, bytes: bytes, durable: false)
    guard stamp.size > Self.limit else { return }
    let text = try list().prefix(Self.kept).reversed().map(Self.line).joined()
    try Self.file.write(text, .volatile, in: tree)
  }
}
