import FileSystem
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import Journal

@Suite struct `Journal entries` {
  static let id = ObjectID(hex: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"[...]) ?? .emptyTree

  /// One of each kind, with every optional part there and missing.
  static func entries() throws -> [JournalEntry] {
    let path = try WorkspacePath("Research/whäles.md")
    let signature = Signature(name: "Ann O’Hara", email: "ann@example.org", seconds: 1_700_000_000, offset: -330)
    let commit = PlannedCommit(
      author: signature, committer: signature, message: "Edit\n\nStet-Actor: user\n", isHeld: true,
      changes: [
        PlannedChange(path: path, mode: .executable, blob: id, content: [0, 255, 10], placement: 0),
        PlannedChange(path: path, mode: nil, blob: nil, content: nil),
        PlannedChange(path: path, mode: .file, blob: id, content: [], placement: 3),
      ])
    let placements = [
      Placement(path: path, kind: .exchange, slot: "7-0", expected: nil, new: id, besideTarget: true),
      Placement(path: path, kind: .remove, slot: "7-1", expected: id, new: nil),
      Placement(path: path, kind: .append, slot: "7-2", expected: id, new: id, appended: [1, 2]),
      Placement(path: path, kind: .move, slot: "7-3", expected: id, new: id, target: try WorkspacePath("b")),
    ]
    return [
      .begin(tip: nil, held: id, sequence: .max), .begin(tip: id, held: nil, sequence: 0),
      .displaced(slot: "7-1", path: path, accounted: id, besideTarget: true),
      .turn(TurnRecord(sequence: 7, parent: nil, commits: [commit, commit], placements: placements)),
      .turn(TurnRecord(sequence: 8, parent: id, commits: [], placements: [])),
      .failed(sequence: 7, placements: [0, 3]), .adopted(id), .clean,
      .unplaced(path: path, expected: nil), .unplaced(path: path, expected: id), .placed(path: path),
      .adopt(sequence: 9, from: nil, to: id, leaving: ["a", "ä/b"]), .adopt(sequence: 9, from: id, to: id, leaving: []),
      .objects([StoredObject(kind: .blob, content: []), StoredObject(kind: .commit, content: [1])]),
      .merged(MergedSave(save: id, version: .emptyTree, seconds: 1_700_000_000)),
    ]
  }

  @Test func `every entry comes back as it was`() throws {
    let entries = try Self.entries()
    #expect(JournalFile.decode(entries.flatMap(JournalFile.encode)) == entries)
  }

  @Test func `a journal cut at any byte has the whole entries before the cut`() throws {
    let entries = try Self.entries()
    var ends: [Int] = []
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += JournalFile.encode(entry)
      ends.append(bytes.count)
    }
    for cut in 0...bytes.count {
      let whole = ends.prefix { $0 <= cut }.count
      #expect(JournalFile.decode(Array(bytes[..<cut])) == Array(entries[..<whole]), "cut at \(cut)")
    }
  }

  @Test func `a changed byte ends the journal before its entry`() throws {
    let entries = try Self.entries()
    var ends: [Int] = []
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += JournalFile.encode(entry)
      ends.append(bytes.count)
    }
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 0x40
      let whole = ends.prefix { $0 <= position }.count
      #expect(JournalFile.decode(damaged) == Array(entries[..<whole]), "byte \(position)")
    }
  }

  @Test func `zeros behind the last entry are no entry`() throws {
    let entries = try Self.entries()
    #expect(JournalFile.decode(entries.flatMap(JournalFile.encode) + [UInt8](repeating: 0, count: 4_096)) == entries)
  }

  @Test func `the checksum is CRC-32C`() {
    // RFC 3720, B.4: 32 zeros, and the check value of "123456789".
    #expect(Checksum.of([UInt8](repeating: 0, count: 32)[...]) == 0x8A91_36AA)
    #expect(Checksum.of(Array("123456789".utf8)[...]) == 0xE306_9283)
  }
}

@Suite struct `Journal files` {
  private func make() -> SimulatedTree { SimulatedTree { 0 } }

  @Test func `what was appended is read by the next opening`() throws {
    let tree = make()
    let opened = try JournalFile.open(in: tree)
    #expect(opened.entries.isEmpty && opened.unread.isEmpty)
    for entry in try `Journal entries`.entries() { try opened.journal.append(entry) }
    #expect(try JournalFile.open(in: tree).entries == `Journal entries`.entries())
  }

  @Test func `a new file replaces the older ones`() throws {
    let tree = make()
    let journal = try JournalFile.open(in: tree).journal
    try journal.append(.clean)
    try journal.rotate([.begin(tip: nil, held: nil, sequence: 3)])
    try journal.append(.adopted(.emptyTree))
    let found = try JournalFile.open(in: tree).entries
    #expect(found == [.begin(tip: nil, held: nil, sequence: 3), .adopted(.emptyTree)])
    #expect(try tree.entries(of: .store("journal")).count == 1)
  }

  @Test func `what is appended after a torn end is read again`() throws {
    let tree = make()
    let journal = try JournalFile.open(in: tree).journal
    try journal.append(.adopted(.emptyTree))
    _ = try tree.append(.store("journal/\(journal.generation)"), bytes: [9, 0, 0, 0, 0, 0, 0, 0, 1], durable: true)
    let again = try JournalFile.open(in: tree)
    #expect(again.entries == [.adopted(.emptyTree)])
    try again.journal.append(.clean)
    #expect(try JournalFile.open(in: tree).entries == [.adopted(.emptyTree), .clean])
  }

  @Test func `a file that the device does not give is passed over, and set aside by the next checkpoint`() throws {
    let tree = make()
    let first = try JournalFile.open(in: tree).journal
    try first.append(.adopted(.emptyTree))
    let second = try JournalFile.open(in: tree).journal
    try second.append(.clean)
    let bad = FileLocation.store("journal/\(first.generation)")
    let failing = FileError(code: .device, operation: "read", path: "journal", errno: EIO, message: "the device failed")
    tree.onFault { operation, location in operation == .read && location == bad ? failing : nil }
    let opened = try JournalFile.open(in: tree)
    #expect(opened.entries == [.clean])
    #expect(opened.unread == [".git/stet/journal/\(first.generation)"])
    try opened.journal.rotate([.begin(tip: nil, held: nil, sequence: 1)])
    let again = try JournalFile.open(in: tree)
    #expect(again.unread.isEmpty && again.entries == [.begin(tip: nil, held: nil, sequence: 1)])
    tree.onFault(nil)
    #expect(try tree.stamp(of: .store("rescue/journal-\(first.generation)")) != nil)
  }

  @Test func `any other failure of reading ends the opening`() throws {
    let tree = make()
    try JournalFile.open(in: tree).journal.append(.clean)
    let denied = FileError(code: .denied, operation: "read", path: "journal", errno: EACCES, message: "denied")
    tree.onFault { operation, _ in operation == .read ? denied : nil }
    #expect(throws: denied) { _ = try JournalFile.open(in: tree) }
  }

  @Test func `a failed new file leaves the old one in use`() throws {
    let tree = make()
    let journal = try JournalFile.open(in: tree).journal
    try journal.append(.adopted(.emptyTree))
    let full = FileError(code: .noSpace, operation: "append", path: "journal", errno: 28, message: "full")
    tree.onFault { [weak tree] operation, location in
      guard operation == .append, let handle = try? tree?.openForWriting(location, create: true) else { return nil }
      // A full disk takes a first part.
      tree?.write(handle, bytes: [1, 0, 0])
      tree?.close(handle)
      return full
    }
    #expect(throws: full) { try journal.rotate([.begin(tip: nil, held: nil, sequence: 1)]) }
    tree.onFault(nil)
    try journal.append(.clean)
    #expect(try JournalFile.open(in: tree).entries == [.adopted(.emptyTree), .clean])
  }

  @Test func `an appended entry survives a power cut`() throws {
    for seed: UInt64 in 0..<50 {
      let tree = make()
      let journal = try JournalFile.open(in: tree).journal
      try journal.append(.adopted(.emptyTree))
      try journal.append(.clean, durable: false)
      var generator = SeededGenerator(seed: seed)
      tree.crash(using: &generator)
      #expect(try JournalFile.open(in: tree).entries.first == .adopted(.emptyTree), "seed \(seed)")
    }
  }
}
