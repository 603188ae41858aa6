import FileSystem
import GitObjects
import Glibc
import LargeFiles
import TestSupport
import Testing
import WorkTree

/// Power cuts while many contents and placeholders take each other's place.
@Suite struct `Power cuts among large files` {
  /// Every so many operations a cut; `STET_LONG=1` tries each.
  private static let stride = getenv("STET_LONG") == nil ? 11 : 1

  private struct NotDone: Error {}

  /// A folder of large files, and what their remote has.
  private final class Films {
    let folder = TemporaryFolder()
    let desk: Desk
    let objects: ObjectFolder
    /// More than are synced one by one.
    let names = (0..<18).map { "\($0).bin" }
    let tip: ObjectID?

    init() throws {
      objects = ObjectFolder(path: folder.path)
      desk = try Desk(
        rules: RecordingRules(largeFilter: { $0.name.hasSuffix(".bin") ? .lfs : .unspecified }),
        large: LargeStore(folder: objects, rule: LargeRule(threshold: 1_000)))
      for name in names { try desk.save(name, Self.content(name), durable: true) }
      try desk.scan()
      try desk.running().log.checkpoint()
      tip = try desk.running().tip
    }

    static func content(_ name: String) -> String { String(repeating: name + " ", count: 300) }

    func pointer(_ name: String) throws -> Pointer { try Pointer(hashing: Array(Self.content(name).utf8)) }

    /// Has all of them give way, their objects too, then brings back those of which an object is here.
    func exchange() throws {
      try exchange(names, toPlaceholders: true)
      for name in names.dropFirst(9) { try objects.remove(pointer(name).id) }
      desk.wait()
      try exchange(Array(names.prefix(9)), toPlaceholders: false)
    }

    func exchange(_ names: [String], toPlaceholders: Bool) throws {
      let recorder = try desk.running()
      var placings: [LargePlacement] = []
      for name in names {
        let (path, pointer) = (try WorkspacePath(name), try pointer(name))
        let begun =
          try toPlaceholders
          ? recorder.swapper.beginEvicting(path, pointer) : recorder.swapper.beginPlacing(path, pointer)
        placings.append(try begun.get())
      }
      let slots = LargeGroup(placings, after: []).run().slots
      desk.wait()
      var displaced: [LargeDisplaced] = []
      for (placing, slot) in zip(placings, slots) {
        let ended = try recorder.exchangeLarge(placing, in: slot.get())
        guard ended.outcome == .done else { throw NotDone() }
        if let file = ended.displaced { displaced.append(file) }
      }
      LargeGroup([], after: displaced).run().kept.forEach(recorder.keepDisplaced)
    }

    /// Runs with a cut before an operation; answers how many there were.
    func run(cutBefore step: Int) throws -> Int {
      let count = Counter()
      let cut = desk.powerCut()
      desk.observe { _, _ in if count.add() == step { cut() } }
      do { try exchange() } catch { if desk.power.isOn { throw error } }
      return count.value
    }
  }

  @Test func `before any operation: each file is its content or its placeholder, and none is changed`() throws {
    let operations = try Films().run(cutBefore: .max)
    #expect(operations > 300)
    for step in Swift.stride(from: 1, through: operations + 1, by: Self.stride) {
      let films = try Films()
      _ = try films.run(cutBefore: step)
      var generator = SeededGenerator(seed: UInt64(step))
      films.desk.crash(using: &generator)
      do {
        try films.desk.open()
        try films.desk.scan(afterPowerLoss: true)
        for name in films.names {
          let (text, pointer) = (try films.desk.text(name) ?? "", try films.pointer(name))
          let isWhole = text == Films.content(name) || text == String(decoding: pointer.bytes, as: UTF8.self)
          #expect(isWhole, "step \(step): \(name) is \(text.prefix(40))")
          #expect(try films.desk.recorded(name)?.utf8.elementsEqual(pointer.bytes) == true, "step \(step): \(name)")
        }
        #expect(try films.desk.running().tip == films.tip, "step \(step): something was recorded")
        #expect(try films.desk.running().disk.problems.isEmpty, "step \(step)")
        #expect(try films.desk.tree.entries(of: .store("tmp")).isEmpty, "step \(step)")
      } catch { Issue.record(error, "step \(step)") }
    }
  }

  @Test func `a file that an editor puts in the place of a placed one at once is recorded`() throws {
    let films = try Films()
    let (desk, name) = (films.desk, films.names[3])
    let (path, draft) = (FileLocation(try WorkspacePath(name)), FileLocation(try WorkspacePath("draft")))
    // As long as the placeholder, and written long before.
    let text = String(repeating: "x", count: try films.pointer(name).bytes.count)
    try desk.save("draft", text)
    let (exchanges, looks) = (Counter(), Counter())
    desk.observe { [tree = desk.tree] operation, location in
      if operation == .exchange { exchanges.add() }
      if operation == .stamp, location == path, exchanges.value == 4, looks.add() == 1 {
        try? tree.replace(path, with: draft)
      }
    }
    try films.exchange(films.names, toPlaceholders: true)
    #expect(exchanges.value == films.names.count && looks.value > 0)
    desk.calm()
    try desk.scan()
    let recorded = try Pointer(hashing: Array(text.utf8)).bytes
    #expect(try desk.text(name) == text && desk.recorded(name) == String(decoding: recorded, as: UTF8.self))
  }
}
