import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

/// Turns whose contents are read by other threads and put directly into a pack.
@Suite struct BulkImportTests {
  /// An import into a store, which reads each file when it is asked for.
  private final class Import: BulkImport {
    let store: CrashStore
    let tree: SimulatedTree
    var paths: ArraySlice<WorkspacePath> = []

    var (read, packed) = (0, 0)
    /// Called with each file after it was read.
    let change: (WorkspacePath) throws -> Void

    init(_ store: CrashStore, _ tree: SimulatedTree, change: @escaping (WorkspacePath) throws -> Void) {
      (self.store, self.tree, self.change) = (store, tree, change)
    }

    func contains(_ id: ObjectID) -> Bool { store.contains(id) }

    func add(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
      try store.write(kind, content)
    }

    func add(_ blob: PackableBlob) throws(ObjectStoreError) {
      packed += 1
      _ = try store.write(.blob, blob.entry)
    }

    func finish() throws(ObjectStoreError) {}

    func release() {}

    func read(_ paths: [WorkspacePath]) { self.paths = paths[...] }

    func nextFiles() -> [FileAhead?] {
      let group = paths.prefix(10)
      paths = paths.dropFirst(10)
      return group.map { path in
        guard let content = (try? tree.read(FileLocation(path), limit: 1_000)) ?? nil else { return nil }
        read += 1
        try? change(path)
        // The store takes the content itself for its entry.
        let blob = PackableBlob(id: store.id(of: .blob, content.bytes), entry: content.bytes, checksum: 0)
        return FileAhead(content: content, blob: blob, isFreeOfSecrets: true)
      }
    }
  }

  private struct Folder {
    let desk: Desk
    var imported: () -> Import?
    let paths = (0..<300).map { "d\($0 % 7)/note-\($0).md" }

    init(
      rules: RecordingRules = RecordingRules(), change: @escaping (Desk, WorkspacePath) throws -> Void = { _, _ in }
    ) throws {
      final class Box {
        weak var desk: Desk?
        var made: Import?
      }
      let box = Box()
      desk = try Desk(rules: rules) { surroundings in
        surroundings.durability.beginImport = { () throws(ObjectStoreError) -> any BulkImport in
          guard let desk = box.desk else { throw .failed("closed") }
          let made = Import(desk.store, desk.tree) { try change(desk, $0) }
          box.made = made
          return made
        }
      }
      box.desk = desk
      imported = { box.made }
      for path in paths { try desk.save(path, "text of \(path)\n") }
    }
  }

  @Test func `the commit is the one that the recorder makes when it reads all files itself`() throws {
    let folder = try Folder()
    try folder.desk.scan()
    let plain = try Desk()
    for path in folder.paths { try plain.save(path, "text of \(path)\n") }
    try plain.scan()
    #expect(try folder.desk.running().tip != nil)
    #expect(try folder.desk.log().map(\.tree) == plain.log().map(\.tree))
    #expect(try folder.desk.log().map(\.message) == plain.log().map(\.message))
    let imported = try #require(folder.imported())
    #expect(imported.read == 300 && imported.packed == 300)
  }

  @Test func `a file that changed after it was read ahead is read again`() throws {
    let folder = try Folder { desk, path in
      if path.string.hasSuffix("7.md") { try desk.save(path.string, "later\n") }
      if path.string.hasSuffix("8.md") { try desk.tree.remove(FileLocation(path)) }
    }
    try folder.desk.scan()
    for path in folder.paths {
      let expected = path.hasSuffix("7.md") ? "later\n" : path.hasSuffix("8.md") ? nil : "text of \(path)\n"
      #expect(try folder.desk.recorded(path) == expected, "\(path)")
    }
  }

  @Test func `a secret in a file that changed after it was read ahead is held`() throws {
    let rules = RecordingRules(
      secret: { _, bytes, _ in bytes.starts(with: "secret".utf8) ? .secret("a key", line: 1) : nil },
      mayHoldSecret: { $0.starts(with: "secret".utf8) })
    let folder = try Folder(rules: rules) { desk, path in
      if path.string.hasSuffix("-7.md") { try desk.save(path.string, "secret\n") }
    }
    try folder.desk.scan()
    #expect(try folder.desk.recorded("d0/note-7.md") == nil)
    #expect(try folder.desk.running().held.keys.map(\.string) == ["d0/note-7.md"])
    #expect(try folder.desk.recorded("d1/note-8.md") == "text of d1/note-8.md\n")
  }
}
