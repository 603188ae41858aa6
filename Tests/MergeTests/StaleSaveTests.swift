import Merge
import Testing

struct StaleSaveTests {
  private static let oldest = "1\n2\n3\n4\n"
  private static let older = "1\n2\n3\n4\n5\n"
  private static let current = "agent\n1\n2\n3\n4\n5\nagent\n"
  private static let versions = [current, older, oldest].map { Array($0.utf8) }

  @Test(
    arguments: [
      ("an edit of the current text", current + "x\n", false, false, .ordinary),
      ("the current text", current, false, false, .ordinary),
      ("another text altogether", "p\nq\n", false, false, .replacement),
      ("the older text again", older, false, false, .replacement),
      ("the oldest text again", oldest, true, false, .replacement),
      ("an edit of the older text", older + "x\n", false, false, .merge(base: 1)),
      ("an edit of the older text, the current one was opened", older + "x\n", true, false, .notice(base: 1)),
      ("an edit of the oldest text", "1\n2\n3!\n4\n", false, false, .merge(base: 2)),
      ("an edit of the older text while git ran", older + "x\n", false, true, .replacement),
      ("little of an older text", "3\n" + "p\nq\n", false, false, .replacement),
      ("no text", "1\n2\n3\n4\n5\n\0", false, false, .replacement),
    ] as [(String, String, Bool, Bool, StaleSave)])
  func `a save is judged by what it was made from`(
    rule: String, text: String, opened: Bool, git: Bool, verdict: StaleSave
  ) {
    #expect(
      StaleSave.classify(Array(text.utf8), versions: Self.versions, currentWasOpened: opened, gitRanLately: git)
        == verdict)
  }

  @Test func `of equally near versions the newest is the base`() {
    let versions = ["a\nb\nx\n", "a\nb\ny\n"].map { Array($0.utf8) }
    #expect(BaseFinder.nearest(to: Array("a\nb\nz\n".utf8), among: versions)?.version == 0)
    #expect(BaseFinder.nearest(to: [], among: []) == nil)
  }

  @Test func `a path with one version has no stale saves`() {
    let verdict = StaleSave.classify(
      Array("x".utf8), versions: [Array("y".utf8)], currentWasOpened: true, gitRanLately: true)
    #expect(verdict == .ordinary)
  }
}
