import Git
import GitObjects
import TestSupport
import Testing

struct TreeEditorTests {
  let store = MemoryObjectStore()

  @Test(arguments: UInt64(0)..<150)
  func `edits give the tree that the same edits of a plain list of files give`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let editor = TreeEditor(store: store)
    var root: ObjectID?
    var files: Files = [:]
    for round in 0..<8 {
      let edits = (0..<Int.random(in: 1...20, using: &generator)).map { _ in TreeEdit.random(using: &generator) }
      let before = root
      let old = files
      root = try editor.apply(edits, to: root)
      for edit in edits { edit.apply(to: &files) }
      #expect(try Tree.files(of: root, in: store) == files, "seed \(seed), round \(round), edits \(edits)")
      var changed: Files = old
      for change in try TreeDiff.changes(from: before, to: root ?? .emptyTree, in: store) {
        #expect(change.old == old[NameKey(change.path)] && change.old != change.new, "seed \(seed), \(change)")
        changed[NameKey(change.path)] = change.new
      }
      #expect(changed == files, "seed \(seed), round \(round): the differences are not those of the lists")
      let asked = (Array(old.keys) + files.keys).map { String($0.text) } + ["dir/none", "none/none"]
      for (path, entry) in zip(asked, try editor.entries(at: asked, of: root ?? .emptyTree)) {
        #expect(try entry == editor.entry(at: path, of: root ?? .emptyTree), "seed \(seed), \(path)")
      }
      let fresh = try TreeEditor(store: store).apply(
        files.map { .set(path: String($0.key.text), mode: $0.value.mode, id: $0.value.id) }, to: nil)
      #expect(fresh == root, "seed \(seed), round \(round): the id depends on the way")
    }
  }

  @Test func `a name of a wide directory is found the tenth time as the first, after every change`() throws {
    let editor = TreeEditor(store: store)
    let names = (0..<2_000).map { "note-\($0).md" }
    var root = try editor.apply(
      names.map { .set(path: "wide/\($0)", mode: .file, id: .emptyBlob) } + [
        .set(path: "wide/n/in", mode: .file, id: .emptyBlob)
      ],
      to: nil)
    for round in 0..<3 {
      for number in 0..<10 {
        for name in [names[round], names[1_999], names[number]] {
          let expected = try Tree.entry(at: "wide/\(name)", of: root, in: store)
          #expect(try editor.entry(at: "wide/\(name)", of: root) == expected, "\(round) \(name)")
        }
        #expect(try editor.entry(at: "wide/note-", of: root) == nil)
        #expect(try editor.entry(at: "wide/note-0.md/in", of: root) == nil)
        #expect(try editor.entry(at: "wide/n/in", of: root)?.name == "in")
      }
      root = try editor.apply(
        [
          .remove(path: "wide/\(names[round])"),
          .set(path: "wide/\(names[round + 10])", mode: .executable, id: .emptyBlob),
        ],
        to: root)
      #expect(try editor.entry(at: "wide/\(names[round])", of: root) == nil)
      #expect(try editor.entry(at: "wide/\(names[round + 10])", of: root)?.mode == .executable)
    }
  }

  @Test func `looking every name of a directory up costs as many lookups, however wide it is`() throws {
    func time(width: Int) throws -> Duration {
      let names = (0..<width).map { "note-\($0).md" }
      let root = try TreeEditor(store: store).apply(names.map { .set(path: $0, mode: .file, id: .emptyBlob) }, to: nil)
      var least = Duration.seconds(3_600)
      for _ in 0..<3 {
        let editor = TreeEditor(store: store)
        // Making the index costs the directory's width, once.
        for name in names.prefix(10) { _ = try editor.entry(at: name, of: root) }
        let time = try ContinuousClock().measure {
          for number in 0..<500 { _ = try editor.entry(at: names[number * (width / 500)], of: root) }
        }
        least = min(least, time)
      }
      return least
    }
    let (narrow, wide) = (try time(width: 1_000), try time(width: 20_000))
    #expect(wide < narrow * 6, "\(narrow) and \(wide)")
  }

  @Test(arguments: [1, 5, 40])
  func `a wide directory changes like a narrow one`(edited: Int) throws {
    let id = ObjectID.emptyBlob
    let names = (0..<2_000).map { "note-\($0).md" }
    let all: [TreeEdit] = names.map { .set(path: $0, mode: .file, id: id) }
    let root = try TreeEditor(store: store).apply(all, to: nil)
    var edits: [TreeEdit] = []
    for number in 0..<edited {
      edits.append(.remove(path: names[number * 3]))
      edits.append(.set(path: names[number * 3 + 1], mode: .executable, id: id))
      edits.append(.set(path: names[number * 3 + 2] + "/inner", mode: .file, id: id))
      edits.append(.set(path: "fresh-\(number)", mode: .symlink, id: id))
    }
    let changed = try TreeEditor(store: store).apply(edits, to: root)
    #expect(try changed == TreeEditor(store: store).apply(all + edits, to: nil))
    #expect(try TreeDiff.changes(from: root, to: changed, in: store).count == edited * 5)
  }

  @Test func `trees that are not in git's order are compared by what is in them`() throws {
    let entries = ["c", "a", "b"].map { TreeEntry(name: $0, mode: .file, id: .emptyBlob) }
    let odd = try store.write(.tree, entries.flatMap { Tree([$0]).content })
    let changed = try store.write(
      .tree, (entries + [TreeEntry(name: "d", mode: .file, id: .emptyBlob)]).flatMap { Tree([$0]).content })
    #expect(try TreeDiff.changes(from: odd, to: changed, in: store).map(\.path) == ["d"])
    #expect(try TreeDiff.changes(from: Self.id(of: entries, in: store), to: odd, in: store).isEmpty)
  }

  private static func id(of entries: [TreeEntry], in store: any ObjectStore) throws -> ObjectID {
    try store.write(.tree, Tree(entries).content)
  }

  @Test func `removing the last file of a directory removes the directory, up to the root`() throws {
    let editor = TreeEditor(store: store)
    let root = try editor.apply([.set(path: "a/b/c", mode: .file, id: .emptyBlob)], to: nil)
    #expect(try editor.apply([.remove(path: "a/b/c")], to: root) == .emptyTree)
  }

  @Test func `edits that change nothing write nothing`() throws {
    let editor = TreeEditor(store: store)
    let root = try editor.apply([.set(path: "a/b", mode: .file, id: .emptyBlob)], to: nil)
    let count = store.count
    #expect(
      try editor.apply(
        [.set(path: "a/b", mode: .file, id: .emptyBlob), .remove(path: "a/b/c"), .remove(path: "x/y")], to: root)
        == root)
    #expect(store.count == count)
  }

  @Test func `a tree that is not there is said to be missing`() {
    let id = ObjectID(bytes: [UInt8](repeating: 7, count: 20)) ?? .zero
    #expect(throws: ObjectStoreError.missing(id)) {
      try TreeEditor(store: store).apply([.remove(path: "a")], to: id)
    }
  }
}
