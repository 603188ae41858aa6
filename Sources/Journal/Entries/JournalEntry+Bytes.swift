internal import GitObjects

extension JournalEntry {
  /// The entry's bytes, without length and checksum.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .begin(let tip, let held, let sequence):
      writer.put(UInt8(1))
      writer.put(tip)
      writer.put(held)
      writer.put(sequence)
    case .turn(let record):
      writer.put(UInt8(2))
      writer.put(record)
    case .failed(let sequence, let placements):
      writer.put(UInt8(3))
      writer.put(sequence)
      writer.put(UInt32(placements.count))
      for index in placements { writer.put(UInt32(index)) }
    case .adopt(let sequence, let from, let target, let leaving):
      writer.put(UInt8(4))
      writer.put(sequence)
      writer.put(from)
      writer.put(target)
      writer.put(UInt32(leaving.count))
      for path in leaving { writer.put(path) }
    case .adopted(let target):
      writer.put(UInt8(5))
      writer.put(target)
    case .clean:
      writer.put(UInt8(6))
    case .displaced(let slot, let path, let accounted, let besideTarget):
      writer.put(UInt8(8))
      writer.put(slot)
      writer.put(path.string)
      writer.put(accounted)
      writer.put(UInt8(besideTarget ? 1 : 0))
    case .unplaced(let path, let expected):
      writer.put(UInt8(9))
      writer.put(path.string)
      writer.put(expected)
    case .placed(let path):
      writer.put(UInt8(10))
      writer.put(path.string)
    case .objects(let objects):
      writer.put(UInt8(7))
      writer.put(UInt32(objects.count))
      for object in objects {
        writer.put(object.kind.rawValue)
        writer.put(object.content)
      }
    case .merged(let merged):
      writer.put(UInt8(11))
      writer.put(merged.save)
      writer.put(merged.version)
      writer.put(UInt64(bitPattern: merged.seconds))
    }
    return writer.bytes
  }

  /// Parses an entry; nil if the bytes are not one.
  init?(bytes: [UInt8], from start: Int, to end: Int) {
    var reader = ByteReader(bytes, from: start, to: end)
    switch reader.byte() {
    case 1:
      guard let tip = reader.id(), let held = reader.id(), let sequence = reader.number() else { return nil }
      self = .begin(tip: tip, held: held, sequence: sequence)
    case 2:
      guard let record = reader.turnRecord() else { return nil }
      self = .turn(record)
    case 3:
      guard let sequence = reader.number(), let count = reader.short() else { return nil }
      var indices: [Int] = []
      for _ in 0..<count {
        guard let index = reader.short() else { return nil }
        indices.append(Int(index))
      }
      self = .failed(sequence: sequence, placements: indices)
    case 4:
      guard let sequence = reader.number(), let from = reader.id(), let target = reader.id(), let target,
        let count = reader.short()
      else { return nil }
      var leaving: [String] = []
      for _ in 0..<count {
        guard let path = reader.text() else { return nil }
        leaving.append(path)
      }
      self = .adopt(sequence: sequence, from: from, to: target, leaving: leaving)
    case 5:
      guard let target = reader.id(), let target else { return nil }
      self = .adopted(target)
    case 6:
      self = .clean
    case 7:
      guard let count = reader.short() else { return nil }
      var objects: [StoredObject] = []
      for _ in 0..<count {
        guard let kind = reader.text().flatMap(ObjectKind.init), let content = reader.content() else { return nil }
        objects.append(StoredObject(kind: kind, content: content))
      }
      self = .objects(objects)
    case 8:
      guard let slot = reader.text(), let path = reader.text().flatMap({ try? WorkspacePath($0) }),
        let accounted = reader.id(), let accounted, let beside = reader.byte()
      else { return nil }
      self = .displaced(slot: slot, path: path, accounted: accounted, besideTarget: beside == 1)
    case 9:
      guard let path = reader.text().flatMap({ try? WorkspacePath($0) }), let expected = reader.id() else { return nil }
      self = .unplaced(path: path, expected: expected)
    case 10:
      guard let path = reader.text().flatMap({ try? WorkspacePath($0) }) else { return nil }
      self = .placed(path: path)
    case 11:
      guard let save = reader.id(), let save, let version = reader.id(), let version, let seconds = reader.number()
      else {
        return nil
      }
      self = .merged(MergedSave(save: save, version: version, seconds: Int64(bitPattern: seconds)))
    default: return nil
    }
  }
}

extension ByteWriter {
  /// Appends a turn.
  fileprivate mutating func put(_ record: TurnRecord) {
    put(record.sequence)
    put(record.parent)
    put(UInt32(record.commits.count))
    for commit in record.commits {
      put(commit.author.line)
      put(commit.committer.line)
      put(commit.message)
      put(UInt8(commit.isHeld ? 1 : 0))
      put(UInt32(commit.changes.count))
      for change in commit.changes {
        put(change.path.string)
        put(change.mode?.rawValue ?? 0)
        put(change.blob)
        put(UInt32(change.placement.map { $0 + 1 } ?? 0))
        put(UInt8(change.content == nil ? 0 : 1))
        if let content = change.content { put(content) }
      }
    }
    put(UInt32(record.placements.count))
    for placement in record.placements {
      put(placement.path.string)
      put(placement.kind.rawValue)
      put(placement.slot)
      put(placement.expected)
      put(placement.new)
      put(UInt8(placement.besideTarget ? 1 : 0))
      put(placement.appended)
      put(placement.target?.string ?? "")
    }
  }
}

extension ByteReader {
  /// Reads a turn.
  fileprivate mutating func turnRecord() -> TurnRecord? {
    guard let sequence = number(), let parent = id(), let count = short() else { return nil }
    var commits: [PlannedCommit] = []
    for _ in 0..<count {
      guard let commit = plannedCommit() else { return nil }
      commits.append(commit)
    }
    guard let placementCount = short() else { return nil }
    var placements: [Placement] = []
    for _ in 0..<placementCount {
      guard let placement = placement() else { return nil }
      placements.append(placement)
    }
    return TurnRecord(sequence: sequence, parent: parent, commits: commits, placements: placements)
  }

  private mutating func plannedCommit() -> PlannedCommit? {
    guard let author = text().flatMap({ Signature(line: $0[...]) }),
      let committer = text().flatMap({ Signature(line: $0[...]) }), let message = text(), let isHeld = byte(),
      let count = short()
    else { return nil }
    var changes: [PlannedChange] = []
    for _ in 0..<count {
      guard let name = text(), let path = try? WorkspacePath(name), let mode = short(), let blob = id(),
        let placement = short(), let hasContent = byte()
      else { return nil }
      var bytes: [UInt8]?
      if hasContent == 1 {
        guard let content = content() else { return nil }
        bytes = content
      }
      changes.append(
        PlannedChange(
          path: path, mode: FileMode(rawValue: mode), blob: blob, content: bytes,
          placement: placement == 0 ? nil : Int(placement) - 1))
    }
    return PlannedCommit(author: author, committer: committer, message: message, isHeld: isHeld == 1, changes: changes)
  }

  private mutating func placement() -> Placement? {
    guard let name = text(), let path = try? WorkspacePath(name), let kind = byte().flatMap(Placement.Kind.init),
      let slot = text(), let expected = id(), let new = id(), let beside = byte(), let appended = content(),
      let target = text()
    else { return nil }
    return Placement(
      path: path, kind: kind, slot: slot, expected: expected, new: new, besideTarget: beside == 1, appended: appended,
      target: try? WorkspacePath(target))
  }
}
