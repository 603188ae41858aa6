import GitObjects
import Testing
import WorkTree

@testable import Recording

/// The meaning of a whole new text for a path, as a table.
@Suite struct PutVerdictTests {
  private static let old = ObjectID.emptyTree
  private static let new = ObjectID.emptyBlob

  /// The facts about a write of the version `new`.
  struct Facts: Sendable {
    var base = WriteBase.version(old)
    var mode: FileMode?
    var isRescue = false
    var present: ObjectID? = old
  }

  private static let other = ObjectID(hex: String(repeating: "1", count: 40))

  private static let rows: [(rule: String, facts: Facts, verdict: PutVerdict)] = [
    ("based on the present version", Facts(), .write(.file)),
    ("with another mode", Facts(mode: .executable), .write(.executable)),
    ("based on any version", Facts(base: .current, present: other), .write(.file)),
    ("based on any version of no file", Facts(base: .current, present: nil), .write(.file)),
    ("a new file", Facts(base: .absent, present: nil), .write(.file)),
    ("a new executable file", Facts(base: .absent, mode: .executable, present: nil), .write(.executable)),
    ("a new file that is there", Facts(base: .absent, present: new), .unchanged),
    ("a new file that is there with another mode", Facts(base: .absent, mode: .executable, present: new), .exists),
    ("a new file where another is", Facts(base: .absent), .exists),
    ("a displaced new file where another is", Facts(base: .absent, isRescue: true), .merge(base: nil)),
    ("the present text again", Facts(present: new), .unchanged),
    ("the present text with another mode", Facts(mode: .executable, present: new), .write(.executable)),
    ("based on an older version", Facts(present: other), .merge(base: old)),
    ("a displaced text of the present version", Facts(isRescue: true), .merge(base: old)),
    ("a file that was deleted", Facts(present: nil), .deleted(base: old)),
    ("a displaced text of a file that was deleted", Facts(isRescue: true, present: nil), .write(.file)),
  ]

  @Test(arguments: rows.indices)
  func `each write of a whole text has one meaning`(row: Int) throws {
    let (rule, facts, verdict) = Self.rows[row]
    var write = Write(
      path: try WorkspacePath("a.md"), action: .put([]), base: facts.base, origin: .person, isRescue: facts.isRescue)
    write.mode = facts.mode
    let found = PutVerdict(
      write, blob: { Self.new }, over: facts.present, mode: facts.present == nil ? nil : .file)
    #expect(found == verdict, "\(rule)")
  }

  @Test func `a text based on the present version is not hashed`() throws {
    let write = Write(path: try WorkspacePath("a.md"), action: .put([]), base: .version(Self.old), origin: .person)
    var count = 0
    let found = PutVerdict(
      write,
      blob: {
        count += 1
        return Self.new
      }, over: Self.old, mode: .file)
    #expect(found == .write(.file) && count == 0)
  }
}
