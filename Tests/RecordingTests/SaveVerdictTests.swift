import GitObjects
import LargeFiles
import Testing
import WorkTree

@testable import Recording

/// The meaning of an observed path, as a table.
@Suite struct SaveVerdictTests {
  private static let old = ObjectID.emptyTree
  private static let new = ObjectID.emptyBlob

  /// A file on disk.
  struct Seen: Sendable {
    var blob: ObjectID? = new
    var mode = FileMode.file
    var bytes: [UInt8]? = Array("text\n".utf8)
    var isSettled = true
    var isLarge = false
  }

  /// The facts about the path, beside its file.
  struct Facts: Sendable {
    var believesDeletion = false
    var takesPrefix = false
    var recorded: ObjectID? = old
    var awaited: ObjectID?
    var isIgnored = false
    var isInAdoption = false
    var lacksAttributes = false
  }

  private static let rows: [(rule: String, seen: Seen, facts: Facts, verdict: SaveVerdict)] = [
    ("a new text", Seen(), Facts(), .changed(.file, new)),
    ("another mode", Seen(blob: old, mode: .executable), Facts(), .changed(.executable, old)),
    ("a new file", Seen(), Facts(recorded: nil), .changed(.file, new)),
    ("no file", Seen(blob: nil), Facts(), .missing),
    ("no file and none recorded", Seen(blob: nil), Facts(recorded: nil, isIgnored: true), .missing),
    ("the recorded version", Seen(blob: old), Facts(), .recorded),
    ("the recorded version while it is open", Seen(blob: old, isSettled: false), Facts(), .recorded),
    ("the content before the adoption", Seen(), Facts(awaited: new), .awaiting),
    ("the content before the adoption while it is open", Seen(isSettled: false), Facts(awaited: new), .awaiting),
    ("a save over that content", Seen(), Facts(awaited: old), .changed(.file, new)),
    ("an ignored file", Seen(), Facts(recorded: nil, isIgnored: true), .ignored),
    ("an ignored file that is recorded", Seen(), Facts(isIgnored: true), .changed(.file, new)),
    ("a new file in the place of a file to come", Seen(), Facts(recorded: nil, isInAdoption: true), .postponed),
    ("a recorded file there", Seen(), Facts(isInAdoption: true), .changed(.file, new)),
    ("an open file", Seen(isSettled: false), Facts(), .postponed),
    ("an open text that grows", Seen(isSettled: false), Facts(takesPrefix: true), .changed(.file, new)),
    ("open bytes that grow", Seen(bytes: [0, 1, 2], isSettled: false), Facts(takesPrefix: true), .postponed),
    ("an open large file", Seen(isSettled: false, isLarge: true), Facts(takesPrefix: true), .postponed),
    ("a file without its attributes", Seen(), Facts(lacksAttributes: true), .postponed),
    ("the same at a barrier", Seen(), Facts(believesDeletion: true, lacksAttributes: true), .changed(.file, new)),
    ("a link without its attributes", Seen(mode: .symlink), Facts(lacksAttributes: true), .changed(.symlink, new)),
    ("a large file without its attributes", Seen(isLarge: true), Facts(lacksAttributes: true), .changed(.file, new)),
  ]

  @Test(arguments: rows.indices)
  func `each state of a path has one meaning`(row: Int) throws {
    let (rule, seen, facts, verdict) = Self.rows[row]
    let observation = Observation(
      path: try WorkspacePath("a.md"), believesDeletion: facts.believesDeletion, takesPrefix: facts.takesPrefix)
    let onDisk = DiskState(
      mode: seen.blob == nil ? nil : seen.mode, blob: seen.blob, bytes: seen.bytes, stamp: nil,
      isSettled: seen.isSettled, content: seen.isLarge ? try Pointer(hashing: [1]) : nil)
    let found = SaveVerdict(
      observation, onDisk,
      recorded: facts.recorded.map { TreeEntry(name: "a.md", mode: .file, id: $0) }, awaited: facts.awaited,
      isIgnored: { facts.isIgnored }, isInAdoption: { facts.isInAdoption },
      lacksAttributes: { facts.lacksAttributes })
    #expect(found == verdict, "\(rule)")
  }
}
