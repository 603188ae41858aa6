import FileSystem
import FoundationEssentials
import Git
import GitObjects
import Glibc
import Recording
import TestSupport
import Testing
import WorkTree

/// The comparison of a folder on the disk with the tip.
@Suite struct `A comparison of folders` {
  /// The seeds of this run; `STET_LONG=1` tries very many, `STET_SEED` repeats one.
  private static let blocks = Seeds.blocks(plain: 12, long: 600)

  @Test(arguments: blocks)
  func `several threads find what one finds: the paths that differ from the tip`(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var folder = try RandomDisk(seed: seed)
      for _ in 0..<40 { try folder.save() }
      try folder.record()
      try folder.expectSame(changed: [])
      for _ in 0..<15 { try folder.change() }
      try folder.expectSame(changed: folder.differing())
    }
  }
}

/// A folder on the disk with random files, and its recorder.
private struct RandomDisk {
  private static let names = ["a.md", "b c.md", "é.md", "HEAD", "sub", "ä", "other", "z.txt"]
  private let temporary = TemporaryFolder()
  private let seed: UInt64
  private var generator: SeededGenerator
  private let recorder: Recorder
  private var count = 0
  private var root: String { temporary.path }

  init(seed: UInt64) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    try NewRepository.create(root: temporary.path, branch: "main")
    let repository = try Repository(root: temporary.path)
    var changes = 0
    recorder = try Recorder.open(
      RecorderSurroundings(
        tree: try DiskTree(root: temporary.path), store: repository,
        durability: ObjectDurability { ids throws(ObjectStoreError) in _ = try repository.writePack(objects: ids) },
        rules: RecordingRules(), identity: RecorderIdentity(name: "Ann", email: "ann@example.org", machine: "desk"),
        time: SystemTime(),
        makeChangeID: {
          changes += 1
          return String(changes)
        })
    ).recorder
  }

  private mutating func name() -> String { Self.names[Int.random(in: 0..<Self.names.count, using: &generator)] }

  /// A random path of up to three names.
  private mutating func path() -> String {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in name() }.joined(separator: "/")
  }

  /// Saves a new text somewhere, unless a file is in the place of a folder or the other way round.
  mutating func save() throws {
    let path = path()
    count += 1
    let parts = path.split(separator: "/").dropLast().joined(separator: "/")
    let manager = FileManager.default
    guard (try? manager.createDirectory(atPath: root + "/" + parts, withIntermediateDirectories: true)) != nil,
      (try? Data("text \(count)\n".utf8).write(to: URL(filePath: root + "/" + path))) != nil
    else { return }
    // An old time: the stamp alone proves the content after a read.
    try manager.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000 + Double(count))], ofItemAtPath: root + "/" + path)
  }

  /// Saves, deletes or moves a file or folder.
  mutating func change() throws {
    let path = root + "/" + path()
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: try? FileManager.default.removeItem(atPath: path)
    // Foundation ends the program at names that differ in case alone.
    case 1: rename(path, root + "/" + self.path())
    default: try save()
    }
  }

  /// Records everything.
  func record() throws { _ = try recorder.scan(believesDeletions: true) }

  /// The text of each file on the disk.
  private func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    _ = try recorder.tree.walk(.root) { location, stamp in
      if stamp.kind == .file {
        let content = try? recorder.tree.read(location, limit: .max)
        texts[location.string] = String(decoding: content?.bytes ?? [], as: UTF8.self)
      }
      return location.string != ".git"
    }
    return texts
  }

  /// The paths with another text than the tip's, or none.
  func differing() throws -> Set<String> {
    var recorded: [String: String] = [:]
    for file in try Tree.flatten(recorder.tipTree, in: recorder.objects) {
      recorded[file.path] = String(decoding: try recorder.content(of: file.entry.id), as: UTF8.self)
    }
    let texts = try texts()
    return Set(recorded.keys).union(texts.keys).filter { recorded[$0] != texts[$0] }
  }

  /// Expects the same result from one thread and from several, and in it the changed paths.
  func expectSame(changed: Set<String>) throws {
    let one = try found(threads: 1)
    #expect(try found(threads: 4) == one, "seed \(seed)")
    #expect(try Set(recorder.disk.changedPaths(below: nil, believesDeletions: false).map(\.path.string)) == one)
    // A file that was moved to where an equal one was differs by its stamp only.
    #expect(one.isSuperset(of: changed) && (!changed.isEmpty || one.isEmpty), "seed \(seed): \(one)")
  }

  private func found(threads: Int) throws -> Set<String> {
    let listing = try TipListing(recorder.tipTree, in: recorder.objects)
    var comparison = FolderComparison(of: recorder.disk, with: listing, believesDeletions: false)
    while true {
      let folders = comparison.takeFolders()
      if folders.isEmpty { return Set(comparison.changedPaths().map(\.path.string)) }
      try comparison.take(comparison.survey.read(folders, threads: threads))
    }
  }
}
