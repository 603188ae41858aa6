import GitObjects
import Testing
import WorkTree

@testable import Recording

/// The parts of a plan that are functions of values.
@Suite struct PlannedChangeTests {
  private static let old = ObjectID.emptyTree
  private static let new = ObjectID.emptyBlob

  private static let replacements: [(source: String, old: String, everywhere: Bool, result: String?, count: Int)] = [
    ("one two", "two", false, "one *", 0),
    ("two one two", "two", false, nil, 2),
    ("two one two", "two", true, "* one *", 0),
    ("aaa", "aa", true, "*a", 0),
    ("one", "two", false, nil, 0),
    ("one", "two", true, nil, 0),
    ("one", "", true, nil, 0),
  ]

  @Test(arguments: replacements.indices)
  func `a text is replaced at one place, or at all`(row: Int) {
    let (source, old, everywhere, result, count) = Self.replacements[row]
    let replacement = TextReplacement(old: old, new: "*", everywhere: everywhere)
    let found = Result { () throws(WriteRefusal) in try replacement.applied(to: Array(source.utf8)) }
    #expect(found == (result.map { .success(Array($0.utf8)) } ?? .failure(.notUnique(count: count))))
  }

  @Test func `nothing is replaced in a content that is no text`() {
    #expect(throws: WriteRefusal.notText) {
      try TextReplacement(old: "a", new: "b").applied(to: [0x61, 0, 0x62])
    }
  }

  private static let deletions: [(base: WriteBase, blob: ObjectID?, placement: Int?, refusal: WriteRefusal?)] = [
    (.current, old, nil, nil),
    (.version(old), old, nil, nil),
    (.version(new), old, nil, .stale(base: new, current: old)),
    (.current, nil, nil, .notFound),
    (.current, old, 0, .beingSaved),
  ]

  @Test(arguments: deletions.indices)
  func `a file is deleted if it is the expected one and the turn does not write it`(row: Int) throws {
    let (base, blob, placement, refusal) = Self.deletions[row]
    let path = try WorkspacePath("a.md")
    let write = Write(path: path, action: .delete, base: base, origin: .person)
    var plan = TurnPlan(sequence: 7)
    let file = TurnPlan.File(
      mode: blob == nil ? nil : .file, blob: blob, bytes: nil, diskBlob: blob, placement: placement)
    if let refusal {
      #expect(throws: refusal) { _ = try plan.delete(write, file) }
      #expect(plan.drafts.isEmpty && plan.placements.isEmpty && plan.files.isEmpty)
      return
    }
    let promise = try plan.delete(write, file)
    #expect(promise.token == nil && promise.draft == 0 && promise.placement == 0)
    #expect(plan.placements.map(\.kind) == [.remove] && plan.placements.first?.expected == blob)
    #expect(plan.files[path]?.blob == nil && plan.files[path]?.diskBlob == blob)
    #expect(plan.drafts.first?.changes[path]?.blob == nil && plan.drafts.first?.existed[path] == true)
  }
}
