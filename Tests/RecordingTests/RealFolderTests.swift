import Documents
import FileSystem
import Git
import GitObjects
import Glibc
import Recording
import TestSupport
import Testing
import WorkTree

/// The recorder over the real disk and a real repository.
@Suite struct `A folder on the disk` {
  private let folder = TemporaryFolder()
  private var root: String { folder.path }
  private let repository: Repository
  private let recorder: Recorder
  private let tree: DiskTree

  init() throws {
    let root = folder.path
    try NewRepository.create(root: root, branch: "main")
    let repository = try Repository(root: root)
    self.repository = repository
    tree = try DiskTree(root: root)
    var changes = 0
    recorder = try Recorder.open(
      RecorderSurroundings(
        tree: tree, store: repository,
        durability: ObjectDurability { ids throws(ObjectStoreError) in
          _ = try repository.writePack(objects: ids)
          try repository.dropLoose(ids)
        }, rules: RecordingRules(), identity: RecorderIdentity(name: "Ann", email: "ann@example.org", machine: "desk"),
        time: SystemTime(),
        makeChangeID: {
          changes += 1
          return String(changes)
        })
    ).recorder
  }

  private func read(_ path: String) throws -> String? {
    try tree.read(FileLocation(WorkspacePath(path)), limit: .max).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private func write(_ path: String, _ text: String) throws -> WriteOutcome {
    recorder.perform([
      Write(path: try WorkspacePath(path), action: .text(text), origin: WriteOrigin(author: .robot))
    ])[0]
  }

  private func put(_ path: String, _ text: String) -> Bool {
    let file = open(root + "/" + path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    defer { close(file) }
    return text.withCString { Glibc.write(file, $0, strlen($0)) } == text.utf8.count
  }

  @Test func `saves and writes are commits that a checkpoint packs`() throws {
    #expect(put("a", "one\n"))
    _ = try recorder.scan(believesDeletions: true)
    try write("a", "two\n").result()
    try write("f/b", "new\n").result()
    try recorder.log.checkpoint()
    #expect(try read("a") == "two\n")
    let again = try Repository(root: root)
    let tip = try #require(try again.reference(StetReference.tip))
    let files = try Tree.flatten(again.commit(tip).tree, in: again).map(\.path)
    #expect(files == ["a", "f/b"])
    #expect(try tree.entries(of: .store("displaced")).isEmpty)
  }

  @Test func `what another program writes late into the displaced file is merged (review A11)`() throws {
    #expect(put("a", "1\n2\n3\n"))
    // Old enough for its stamp to prove its content (review C2): else the open writer alone refuses the agent.
    utimes(root + "/a", [timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0)])
    _ = try recorder.scan(believesDeletions: true)
    let late = open(root + "/a", O_WRONLY | O_CLOEXEC)
    try write("a", "1\n2\nrobot\n").result()
    _ = "person\n2\n3\n".withCString { Glibc.write(late, $0, strlen($0)) }
    #expect(recorder.settleDisplaced().count == 1)
    try recorder.log.checkpoint()
    #expect(recorder.displaced.count == 1)
    close(late)
    // A child that another test is just starting may hold a copy of the descriptor for a moment.
    try untilBlocking { recorder.settleDisplaced().isEmpty }
    #expect(try read("a") == "person\n2\nrobot\n")
    while !recorder.displaced.isEmpty { try recorder.log.checkpoint() }
    #expect(try tree.entries(of: .store("displaced")).isEmpty)
  }

  @Test func `a pipe in the folder stops nothing`() throws {
    mkfifo(root + "/pipe", 0o644)
    #expect(put("a", "one\n"))
    let outcome = try recorder.scan(believesDeletions: true)
    #expect(outcome.problems.map(\.path) == ["pipe"])
    #expect(outcome.commits.count == 1)
  }
}
