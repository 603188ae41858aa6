import Merge
import Testing

struct StaleSaveTests {
  private static let oldest = "1\n2\n3\n4\n"
  private static let older = "1\n2\n3\n4\n5\n"
  private static let current = "agent\n1\n2\n3\n4\n5\nagent\n"
  private static func versions(isUnread: Bool) -> [StaleSave.Version] {
    [
      StaleSave.Version(text: Array(current.utf8), isUnread: isUnread, writer: .agent),
      StaleSave.Version(text: Array(older.utf8)), StaleSave.Version(text: Array(oldest.utf8)),
    ]
  }

  @Test(
    arguments: [
      ("an edit of the current text", current + "x\n", true, false, .ordinary),
      ("the current text", current, true, false, .ordinary),
      ("another text altogether", "p\nq\n", true, false, .replacement),
      ("the older text again", older, false, false, .replacement),
      ("the oldest text again", oldest, true, false, .replacement),
      ("an edit of the older text", older + "x\n", false, false, .merge(base: 1)),
      ("an edit of the older text, the current one was opened", older + "x\n", true, false, .notice(base: 1)),
      ("an edit of the oldest text", "1\n2\n3!\n4\n", false, false, .merge(base: 2)),
      ("an edit of the older text while git ran", older + "x\n", false, true, .replacement),
      ("little of an older text", "3\n" + "p\nq\n", false, false, .replacement),
      ("much added to an older text", older + "p\nq\nr\ns\nt\nu\nv\n", false, false, .merge(base: 1)),
      ("no text", "1\n2\n3\n4\n5\n\0", false, false, .replacement),
      ("an edit of what nobody read", "agent\n1\n2\nx\n4\n5\nagent\n", false, false, .merge(base: 1)),
      ("lines behind what nobody read", current + "x\n", false, false, .ordinary),
    ] as [(String, String, Bool, Bool, StaleSave)])
  func `a save is judged by what it was made from`(
    rule: String, text: String, opened: Bool, git: Bool, verdict: StaleSave
  ) {
    #expect(
      StaleSave.classify(Array(text.utf8), versions: Self.versions(isUnread: !opened), gitRanLately: git) == verdict)
  }

  @Test func `lines that were taken away and are there again were not added to what is left`() {
    let versions = [
      StaleSave.Version(text: Array("1\n2\n".utf8), isUnread: true, writer: .agent),
      StaleSave.Version(text: Array("1\n2\n3\n".utf8)),
    ]
    #expect(
      StaleSave.classify(Array("1\n2\n3\nx\n".utf8), versions: versions, gitRanLately: false) == .merge(base: 1))
  }

  @Test(
    arguments: [
      ("a text of its own", "mine\n", .agent, false, .merge(base: 1)),
      ("a text of its own, the file was opened", "mine\n", .agent, true, .replacement),
      ("an edit of the file that was opened", "agent\nagent too\nmine\n", .agent, true, .ordinary),
      ("lines behind it", "agent\nagent too\nmine\n", .agent, false, .ordinary),
      ("a text of its own, made elsewhere", "mine\n", .elsewhere, false, .replacement),
      ("a text of its own, made elsewhere and opened", "mine\n", .elsewhere, true, .replacement),
      ("an edit of what was made elsewhere and opened", "agent\nagent too\nmine\n", .elsewhere, true, .ordinary),
      ("another text of one's own file", "mine\n", .person, true, .ordinary),
    ] as [(String, String, StaleSave.Writer, Bool, StaleSave)])
  func `a save of a file that others made was begun before it was there`(
    rule: String, text: String, writer: StaleSave.Writer, opened: Bool, verdict: StaleSave
  ) {
    let versions = [
      StaleSave.Version(
        text: Array("agent\nagent too\n".utf8), isUnread: !opened, wasRead: opened, writer: writer),
      StaleSave.Version(text: nil),
    ]
    #expect(StaleSave.classify(Array(text.utf8), versions: versions, gitRanLately: false) == verdict)
  }

  @Test(
    arguments: [
      ("nothing tells who read it", "mine\na\n", false, .notice(base: 1)),
      ("somebody read it", "mine\na\n", true, .ordinary),
      ("the text has something of it", "a\nagent\nmine\nb\n", false, .ordinary),
    ] as [(String, String, Bool, StaleSave)])
  func `a save as near to an older version as to the current one is asked about`(
    rule: String, text: String, wasRead: Bool, verdict: StaleSave
  ) {
    let current = text.contains("b\n") ? "a\nagent\nagents\nb\n" : "a\nagent\n"
    let versions = [
      StaleSave.Version(text: Array(current.utf8), wasRead: wasRead, writer: .agent),
      StaleSave.Version(text: Array("a\nb\n".utf8), wasRead: true),
    ]
    #expect(StaleSave.classify(Array(text.utf8), versions: versions, gitRanLately: false) == verdict)
  }

  @Test(arguments: [false, true])
  func `lines that the save and the current version both took out make neither nearer`(wasRead: Bool) {
    let versions = [
      StaleSave.Version(text: Array("a\nb\nyours\n".utf8), wasRead: wasRead),
      StaleSave.Version(text: Array("old\nolder\na\nb\n".utf8), wasRead: true),
    ]
    let verdict = StaleSave.classify(Array("a\nb\nmine\n".utf8), versions: versions, gitRanLately: false)
    #expect(verdict == (wasRead ? .ordinary : .notice(base: 1)))
  }

  @Test func `of equally near versions the newest is the base`() {
    let versions = ["a\nb\nx\n", "a\nb\ny\n"].map { Array($0.utf8) }
    #expect(BaseFinder.nearest(to: Array("a\nb\nz\n".utf8), among: versions)?.version == 0)
    #expect(BaseFinder.nearest(to: [], among: []) == nil)
  }

  @Test(arguments: [StaleSave.Writer.agent, .elsewhere, .person])
  func `of equally near versions that others wrote the oldest is the base of the merge`(writer: StaleSave.Writer) {
    let versions = [
      StaleSave.Version(text: Array("agent\nb\nmore\n".utf8), isUnread: true, writer: .agent),
      StaleSave.Version(text: Array("agent\nb\n".utf8), writer: writer),
      StaleSave.Version(text: Array("a\nb\n".utf8)),
    ]
    let verdict = StaleSave.classify(Array("mine\nb\n".utf8), versions: versions, gitRanLately: false)
    #expect(verdict == .merge(base: writer == .person ? 1 : 2))
  }

  @Test(
    arguments: [
      ("it has no line of the nearer version", "mine\n3\n", .agent, .merge(base: 2)),
      ("it has a line of the nearer version", "agent\nmine\n3\n", .agent, .merge(base: 1)),
      ("the person wrote the nearer version", "mine\n3\n", .person, .merge(base: 1)),
    ] as [(String, String, StaleSave.Writer, StaleSave)])
  func `of versions that others wrote an older one is the base if only common deletions make a newer one nearer`(
    rule: String, text: String, writer: StaleSave.Writer, verdict: StaleSave
  ) {
    let versions = [
      StaleSave.Version(text: Array("agent\n3\nmore\n".utf8), isUnread: true, writer: .agent),
      StaleSave.Version(text: Array("agent\n3\n".utf8), writer: writer),
      StaleSave.Version(text: Array("1\n2\n3\n".utf8)),
    ]
    #expect(StaleSave.classify(Array(text.utf8), versions: versions, gitRanLately: false) == verdict)
  }

  @Test func `of versions as many lines away the one is the base that fewer words are away`() {
    let versions = ["a\nthe line of the agent\n", "a\nthe line\n"].map { Array($0.utf8) }
    #expect(BaseFinder.nearest(to: Array("a\nthe line, mine\n".utf8), among: versions)?.version == 1)
    #expect(BaseFinder.nearest(to: Array("a\nthe line of the agent, mine\n".utf8), among: versions)?.version == 0)
  }

  @Test func `a last line without an end is the line that an editor saves with one`() {
    let versions = [
      StaleSave.Version(text: Array("agent\nlast\n".utf8), wasRead: true, writer: .agent),
      StaleSave.Version(text: Array("last".utf8), wasRead: true),
    ]
    let verdict = StaleSave.classify(Array("last\nmine\n".utf8), versions: versions, gitRanLately: false)
    #expect(verdict == .notice(base: 1))
  }

  @Test func `a save that adds only the end of the last line is merged with what it had not seen`() {
    let versions = [
      StaleSave.Version(text: Array("a\nb\nagent\n".utf8), isUnread: true, writer: .agent),
      StaleSave.Version(text: Array("a\nb".utf8), wasRead: true),
    ]
    #expect(StaleSave.classify(Array("a\nb\n".utf8), versions: versions, gitRanLately: false) == .merge(base: 1))
  }

  @Test func `a path with one version has no stale saves`() {
    let versions = [StaleSave.Version(text: Array("y".utf8))]
    #expect(StaleSave.classify(Array("x".utf8), versions: versions, gitRanLately: true) == .ordinary)
  }
}
