import Documents
import FileSystem
import Git
import GitObjects
import Glibc
import LargeFiles
import Merge
import Recording
import Synchronization
import TestSupport
import Testing
import WorkTree

/// How much of a disk is to stay free.
final class Floor: Sendable {
  private let value = Mutex(0)

  var bytes: Int {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

/// A folder on the disk whose files are large from 2,000 bytes on.
final class LargeFolder {
  static let threshold = 2_000

  private let folder = TemporaryFolder()
  let repository: Repository
  let tree: DiskTree
  let objects: ObjectFolder
  /// So much of the disk is to stay free.
  let floor = Floor()
  private(set) var recorder: Recorder
  private var changes = 0

  var root: String { folder.path }

  /// Makes a folder: an empty one, or what another one has on the disk at this moment, as a kill leaves it.
  init(asKilled other: String? = nil) throws {
    let root = folder.path
    if let other {
      try #require(system("cp -a '\(other)/.' '\(root)'") == 0)
    } else {
      try NewRepository.create(root: root, branch: "main")
    }
    repository = try Repository(root: root)
    tree = try DiskTree(root: root)
    objects = ObjectFolder(path: root + "/.git/lfs")
    recorder = try Self.recorder(root, repository, tree, objects, floor) { "0" }
    try reopen()
  }

  /// Opens the recorder again, as after a kill.
  func reopen(isSameBoot: Bool = true, hooks: RecorderHooks = RecorderHooks()) throws {
    recorder = try Self.recorder(root, repository, tree, objects, floor, isSameBoot: isSameBoot, hooks: hooks) {
      [unowned self] in
      changes += 1
      return String(changes)
    }
  }

  private static func recorder(
    _ root: String, _ repository: Repository, _ tree: DiskTree, _ objects: ObjectFolder, _ floor: Floor,
    isSameBoot: Bool = true, hooks: RecorderHooks = RecorderHooks(), makeChangeID: @escaping () -> String
  ) throws -> Recorder {
    try Recorder.open(
      RecorderSurroundings(
        tree: tree, store: repository,
        durability: ObjectDurability { ids throws(ObjectStoreError) in
          _ = try repository.writePack(objects: ids)
          try repository.dropLoose(ids)
        },
        rules: RecordingRules(
          largeFilter: { path in
            switch repository.pathAttributes.filterState(of: path) {
            case .named("lfs"): .lfs
            case .named: .other
            case .unset: .refused
            case .unspecified: .unspecified
            }
          }, reload: { repository.pathAttributes.reloadIgnoreRules() }),
        identity: RecorderIdentity(name: "Ann", email: "ann@example.org", machine: "desk"), time: SystemTime(),
        hooks: hooks,
        large: LargeStore(folder: objects, rule: LargeRule(threshold: threshold), keepFree: floor.bytes),
        makeChangeID: makeChangeID, isSameBoot: isSameBoot)
    ).recorder
  }

  /// Bytes that repeat nothing, different for each number.
  static func content(_ number: Int, size: Int = 5_000) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(number))
    return (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  func path(_ name: String) throws -> WorkspacePath { try WorkspacePath(name) }

  /// An editor saves; the file's time is old enough for its stamp to prove its content (review C2).
  func put(_ path: String, _ bytes: [UInt8]) throws {
    if let slash = path.lastIndex(of: "/") {
      try tree.makeDirectories(FileLocation(WorkspacePath(String(path[..<slash]))))
    }
    let file = Glibc.open(root + "/" + path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try #require(file >= 0)
    try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
    close(file)
    try age(path)
    try waitForWriters(of: path)
  }

  /// Waits until no program has a file open for writing: one that another test starts has the descriptors of all tests
  /// until it runs, and what is being written is not recorded.
  private func waitForWriters(of path: String) throws {
    let location = FileLocation(try WorkspacePath(path))
    try untilBlocking { try tree.use(of: location) != .written || Task.isCancelled }
  }

  func age(_ path: String) throws {
    ages += 1
    let time = timeval(tv_sec: 1_700_000_000 + ages, tv_usec: 0)
    try #require(utimes(root + "/" + path, [time, time]) == 0)
  }
  private var ages = 0

  /// A file of so many bytes that begins with one and has zeros behind it, without taking its room.
  func putSparse(_ path: String, first: UInt8, size: Int) throws {
    try put(path, first == 0 ? [] : [first])
    try #require(truncate(root + "/" + path, off_t(size)) == 0)
    try age(path)
  }

  /// Returns the bytes of a file on disk; nil for no file.
  func bytes(_ path: String) throws -> [UInt8]? {
    try tree.read(FileLocation(WorkspacePath(path)), limit: .max)?.bytes
  }

  /// Returns the bytes of a file in the tip; nil for no file.
  func recorded(_ path: String) throws -> [UInt8]? {
    try recorder.entry(at: WorkspacePath(path)).map { try repository.blob($0.id) }
  }

  /// The conflicts that commits of the tip list, the newest first.
  func listed() throws -> [Conflict] {
    var conflicts: [Conflict] = []
    var next = recorder.tip
    while let id = next {
      let commit = try repository.commit(id)
      conflicts += CommitMessage(parsing: commit.message).conflicts.compactMap { Conflict(trailer: $0) }
      next = commit.parents.first
    }
    return conflicts
  }

  /// The pointer that the tip has.
  func pointed(_ path: String) throws -> Pointer {
    let text = try #require(try recorded(path))
    return try #require(PointerReading(text).pointer)
  }

  /// Records what differs, large files too.
  @discardableResult
  func scan(afterPowerLoss: Bool = false) throws -> ObservationOutcome {
    var outcome = try recorder.scan(believesDeletions: true, afterPowerLoss: afterPowerLoss)
    while let copy = recorder.swapper.beginCopy() {
      let copied = try recorder.endCopy(of: copy.path, Result { try copy.run(into: repository) })
      outcome.commits += copied.commits
    }
    return outcome
  }

  /// Makes all durable, and has what was displaced go.
  func checkpoint() throws {
    try recorder.log.checkpoint()
    while let (slot, reading) = recorder.log.beginReadingDisplaced() {
      _ = try recorder.endReadingDisplaced(slot, Result { try reading.run(into: repository) })
    }
    _ = recorder.log.endCheckpoint(within: .none)
  }

  /// An agent's write.
  @discardableResult
  func write(_ path: String, _ action: Write.Action, base: WriteBase = .current) throws -> WriteOutcome {
    recorder.perform([
      Write(path: try WorkspacePath(path), action: action, base: base, origin: WriteOrigin(author: .robot))
    ])[0]
  }

  /// Places the content of a large file as the queue before the recorder does.
  func place(_ path: String, _ pointer: Pointer) throws -> ExchangeOutcome {
    switch try recorder.swapper.beginPlacing(WorkspacePath(path), pointer) {
    case .failure(let stop): return stop.outcome
    case .success(let placing):
      let slot = try placing.run()
      let outcome = try recorder.endPlacing(placing, in: slot)
      try waitForWriters(of: path)
      return outcome
    }
  }

  /// A commit on the tip that changes these files, as a fetch brings it; nil takes one away.
  func remoteCommit(_ files: [String: [UInt8]?], mode: FileMode = .file) throws -> ObjectID {
    var edits: [TreeEdit] = []
    for (path, bytes) in files {
      if let bytes {
        edits.append(.set(path: path, mode: mode, id: try repository.write(.blob, bytes)))
      } else {
        edits.append(.remove(path: path))
      }
    }
    let tree = try TreeEditor(store: repository).apply(edits, to: recorder.tipTree)
    let other = Signature(name: "Bob", email: "bob@example.org", seconds: 1_700_000_000)
    return try repository.write(
      Commit(
        tree: tree, parents: [recorder.tip].compactMap { $0 }, author: other, committer: other,
        message: "From elsewhere\n"))
  }

  /// Adopts it.
  func adopt(_ commit: ObjectID) throws {
    let outcome = try recorder.adopt(commit, expecting: recorder.tip)
    try #require(outcome == .adopted)
  }
}

/// The pointer to a content.
func pointer(to bytes: [UInt8]) throws -> Pointer { try Pointer(hashing: bytes) }
