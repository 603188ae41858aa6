import FileSystem
import GitObjects
import Glibc
import Journal
import LargeFiles
import Recording
import TestSupport
import Testing
import WorkTree

/// Contents and placeholders take each other's place without a commit.
@Suite struct `Placeholders` {
  private let folder: LargeFolder
  private let big = LargeFolder.content(1)
  private let pointed: Pointer

  init() throws {
    folder = try LargeFolder()
    pointed = try pointer(to: big)
    try folder.put("film.mov", big)
    try folder.scan()
  }

  private func state() throws -> LargeEntry.State? {
    try folder.recorder.disk.largeEntries(under: folder.path("film.mov")).first?.state
  }

  private func evict() throws -> ExchangeOutcome {
    try folder.recorder.makePlaceholder(folder.path("film.mov"), pointed)
  }

  @Test func `a content gives way to its placeholder and comes back, and nothing is recorded`() throws {
    let tip = folder.recorder.tip
    #expect(try evict() == .done)
    #expect(try folder.bytes("film.mov") == pointed.bytes)
    #expect(try state() == .placeholder)
    // Its room is what it was for.
    #expect(try folder.tree.entries(of: .store("displaced")).isEmpty)
    #expect(try evict() == .done)
    try folder.scan()
    #expect(try folder.place("film.mov", pointed) == .done)
    #expect(try folder.bytes("film.mov") == big)
    #expect(try state() == .content)
    #expect(try folder.place("film.mov", pointed) == .done)
    try folder.scan()
    #expect(folder.recorder.tip == tip)
    try folder.recorder.log.checkpoint()
    #expect(try folder.tree.entries(of: .store("displaced")).isEmpty)
    #expect(try folder.tree.entries(of: .store("tmp")).isEmpty)
  }

  @Test func `mode and time of day do not matter, the mode is kept`() throws {
    try #require(chmod(folder.root + "/film.mov", 0o750) == 0)
    try folder.scan()
    #expect(try evict() == .done)
    #expect(try folder.tree.stamp(of: FileLocation(folder.path("film.mov")))?.permissions == 0o750)
    #expect(try folder.place("film.mov", pointed) == .done)
    #expect(try folder.tree.stamp(of: FileLocation(folder.path("film.mov")))?.permissions == 0o750)
  }

  @Test func `what is open is not taken away`() throws {
    let reader = open(folder.root + "/film.mov", O_RDONLY | O_CLOEXEC)
    #expect(try evict() == .busy)
    close(reader)
    #expect(try folder.bytes("film.mov") == big)
  }

  @Test func `what changed meanwhile stays`() throws {
    try folder.put("film.mov", LargeFolder.content(2))
    #expect(try evict() == .changed)
    #expect(try folder.bytes("film.mov") == LargeFolder.content(2))
    try folder.scan()
    #expect(try evict() == .changed)
    #expect(try folder.place("film.mov", pointed) == .changed)
    #expect(try folder.bytes("film.mov") == LargeFolder.content(2))
  }

  @Test func `a save between beginning and end stands`() throws {
    try folder.objects.check(pointed)
    #expect(try evict() == .done)
    guard case .success(let placing) = try folder.recorder.swapper.beginPlacing(folder.path("film.mov"), pointed) else {
      Issue.record("it was not begun")
      return
    }
    let slot = try placing.run()
    try folder.put("film.mov", LargeFolder.content(3))
    #expect(try folder.recorder.endPlacing(placing, in: slot) == .changed)
    #expect(try folder.bytes("film.mov") == LargeFolder.content(3))
    #expect(try folder.tree.entries(of: .store("tmp")).isEmpty)
  }

  @Test func `what was taken away does not come back by a download`() throws {
    #expect(try evict() == .done)
    try #require(unlink(folder.root + "/film.mov") == 0)
    #expect(try folder.place("film.mov", pointed) == .changed)
    #expect(try folder.bytes("film.mov") == nil)
  }

  @Test func `without its object nothing is placed, and a damaged one is not shown`() throws {
    #expect(try evict() == .done)
    let object = folder.objects.place(of: pointed.id)
    try #require(truncate(object, off_t(big.count - 1)) == 0)
    #expect(try folder.place("film.mov", pointed) == .missing)
    try #require(truncate(object, off_t(big.count)) == 0)
    #expect(throws: ObjectFolderError.wrongContent(pointed.id)) { try folder.place("film.mov", pointed) }
    #expect(try folder.bytes("film.mov") == pointed.bytes)
    #expect(try folder.tree.entries(of: .store("tmp")).isEmpty)
  }

  @Test(arguments: [false, true], [false, true])
  func `an exchange that fails leaves no copy of the content, and keeps a displaced file`(
    isHalf: Bool, isBeside: Bool
  ) throws {
    let desk = try Desk(
      rules: RecordingRules(largeFilter: { $0.name.hasSuffix(".bin") ? .lfs : .unspecified }),
      large: LargeStore(folder: folder.objects, rule: LargeRule(threshold: 1_000)))
    let text = String(repeating: "film ", count: 300)
    let (path, content) = (try folder.path("film.bin"), try pointer(to: Array(text.utf8)))
    try desk.save("film.bin", text, durable: true)
    try desk.scan()
    let recorder = try desk.running()
    #expect(try recorder.makePlaceholder(path, content) == .done)
    let denied = FileError(code: .denied, operation: "exchange", path: "film.bin", errno: EACCES, message: "denied")
    for _ in 0..<(isHalf ? 1 : 2) {
      desk.wait()
      let begun = try recorder.swapper.beginPlacing(path, content).get()
      // As on another mount than the store.
      let beside = Placement(
        path: path, kind: .exchange, slot: "7-0", expected: nil, new: begun.entry.id, besideTarget: true)
      let placing =
        isBeside
        ? LargePlacement(
          path: path, pointer: content, text: nil, entry: begun.entry, seen: begun.seen, tree: begun.tree,
          folder: begun.folder, start: beside.temporary, slot: beside.slot, isBeside: true) : begun
      let slot = try placing.run()
      desk.tree.onFault { [weak tree = desk.tree] operation, temporary in
        guard operation == .exchange else { return nil }
        if isHalf {
          tree?.onFault(nil)
          try? tree?.exchange(temporary, FileLocation(path))
        }
        return denied
      }
      #expect(throws: RecordError.disk(denied)) { try recorder.endPlacing(placing, in: slot) }
      desk.tree.onFault(nil)
      var places = try desk.tree.entries(of: .store("tmp")).map { FileLocation.store("tmp/\($0.name)") }
      if isBeside { places.append(beside.temporary) }
      let left = try places.compactMap { try desk.tree.read($0, limit: .max)?.bytes }
      #expect(left == (isHalf ? [content.bytes] : []))
    }
    #expect(try desk.text("film.bin") == (isHalf ? text : String(decoding: content.bytes, as: UTF8.self)))
  }

  @Test func `a stop between writing and exchanging leaves nothing, one after it loses nothing`() throws {
    #expect(try evict() == .done)
    for isExchanged in [false, true] {
      guard case .success(let placing) = try folder.recorder.swapper.beginPlacing(folder.path("film.mov"), pointed)
      else {
        Issue.record("it was not begun")
        return
      }
      let place = FileLocation.store("tmp/\(try placing.run())")
      if isExchanged {
        try folder.put("film.mov", Array("words in a hurry".utf8))
        try folder.tree.exchange(place, FileLocation(folder.path("film.mov")))
      }
      try folder.reopen()
      #expect(try folder.tree.entries(of: .store("tmp")).isEmpty)
    }
    let kept = try folder.tree.entries(of: .store("rescue")).map { "\($0.name)" }
    #expect(kept.count == 1)
    let rescued = try folder.tree.read(.store("rescue/\(kept.first ?? "")"), limit: .max)
    #expect(rescued?.bytes == Array("words in a hurry".utf8))
    try folder.scan()
    #expect(try folder.bytes("film.mov") == big)
    #expect(try state() == .content)
  }

  @Test func `a broken pointer is kept and the placeholder stands again`() throws {
    #expect(try evict() == .done)
    let tip = folder.recorder.tip
    let broken = Array("version https://git-lfs.github.com/spec/v1\noid sha256:words\n".utf8)
    try folder.put("film.mov", broken)
    try folder.scan()
    #expect(folder.recorder.tip == tip)
    #expect(try folder.bytes("film.mov") == pointed.bytes)
    let held = try #require(folder.recorder.tips.heldTip)
    let entry = try TreeEditor(store: folder.repository).entry(at: "film.mov", of: folder.repository.commit(held).tree)
    #expect(try entry.map { try folder.repository.blob($0.id) } == broken)
    #expect(folder.recorder.saves.takeNotices().map(\.kind) == [.placeholder])
    #expect(folder.recorder.held.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a pointer to something else is taken only where its content is here`(isHere: Bool) throws {
    #expect(try evict() == .done)
    let other = try pointer(to: LargeFolder.content(9))
    if isHere { _ = try folder.objects.store(LargeFolder.content(9)) }
    for _ in 0..<2 {
      try folder.put("film.mov", other.bytes)
      try folder.scan()
      #expect(try folder.recorded("film.mov") == (isHere ? other : pointed).bytes)
      #expect(try folder.bytes("film.mov") == (isHere ? other : pointed).bytes)
    }
    #expect(folder.recorder.exchanges.takeToPlace().map(\.string) == ["film.mov"])
  }

  @Test func `a person who saves over a placeholder has a new content`() throws {
    #expect(try evict() == .done)
    try folder.put("film.mov", Array("my own words".utf8))
    try folder.scan()
    #expect(try folder.recorded("film.mov") == pointer(to: Array("my own words".utf8)).bytes)
    #expect(try folder.bytes("film.mov") == Array("my own words".utf8))
  }

  @Test func `a placeholder that a person moves or copies is one where it goes, and has a line there`() throws {
    #expect(try evict() == .done)
    try #require(rename(folder.root + "/film.mov", folder.root + "/moved.mov") == 0)
    try folder.put("copy.mov", pointed.bytes)
    try folder.scan()
    #expect(try folder.recorder.entry(at: folder.path("film.mov")) == nil)
    #expect(try folder.recorded("moved.mov") == pointed.bytes)
    let entries = try folder.recorder.disk.largeEntries(under: nil)
    #expect(entries.map(\.path.string) == ["copy.mov", "moved.mov"])
    #expect(entries.map(\.state) == [.placeholder, .placeholder])
    #expect(try folder.place("moved.mov", pointed) == .done)
    #expect(try folder.bytes("moved.mov") == big)
  }

  @Test func `a copy of a placeholder is a placeholder`() throws {
    try folder.put(".gitattributes", Array("*.mov filter=lfs\n".utf8))
    try folder.scan()
    #expect(try evict() == .done)
    try folder.put("copy.mov", pointed.bytes)
    try folder.scan()
    #expect(try folder.recorded("copy.mov") == pointed.bytes)
    #expect(try folder.recorder.disk.largeEntries(under: nil).map(\.state) == [.placeholder, .placeholder])
  }
}
