internal import Documents
internal import FoundationEssentials
internal import GitObjects
internal import LocalState
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// The commits of `refs/stet/sessions/ID`: a tree of `lease.json`, perhaps `answer.json`, and the log in pieces below
/// `log`. Each publication adds a piece with the new lines, named by the number of the first one, so that it costs what
/// is new.
struct TravelTree {
  /// The content of `lease.json`.
  struct Lease: Codable, Hashable {
    /// The folder that holds the lease, or held it last.
    var holder: String
    /// The name of its machine.
    var machine: String
    /// The end in milliseconds since 1970; 0 after it was released.
    var until: Int64
    /// The number of lines of the log.
    var lines: Int
  }

  /// The possible numbers of lines.
  private static let counts = 0...(1 << 40)

  /// The repository.
  let store: any ObjectStore
  /// The limits of what is read.
  var limits = TravelLimits()

  /// Returns the session in a commit; nil if the commit has another form.
  func session(_ id: String, at commit: ObjectID) -> TravellingSession? {
    guard SessionPlan.isID(id), let tree = try? store.commit(commit).tree,
      let lease = value(Lease.self, "lease.json", of: tree), Self.counts.contains(lease.lines)
    else { return nil }
    return TravellingSession(
      id: id, version: commit.hex, holder: lease.holder, machine: lease.machine, until: lease.until,
      lines: lease.lines, answer: value(TravelAnswer.self, "answer.json", of: tree))
  }

  /// Returns the log in a commit, with the newline of its last line; nil if it cannot be read, or is too large.
  func log(at commit: ObjectID) -> [UInt8]? {
    guard let tree = try? store.commit(commit).tree, let pieces = try? pieces(of: tree) else { return nil }
    var bytes: [UInt8] = []
    for piece in pieces.entries where piece.mode == .file {
      guard let blob = try? store.blob(piece.id, ofAtMost: limits.bytes - bytes.count) else { return nil }
      bytes += blob
    }
    return bytes
  }

  /// Returns whether lines are a log that continues the one of a session at the remote: they have its last line, by
  /// number and time.
  func continues(_ lines: [ArraySlice<UInt8>], _ session: TravellingSession?) -> Bool {
    guard let session, session.lines > 0 else { return true }
    guard lines.count >= session.lines, let commit = ObjectID(hex: session.version),
      let tree = try? store.commit(commit).tree, let piece = try? pieces(of: tree).entries.last,
      let bytes = try? store.blob(piece.id, ofAtMost: limits.bytes), let last = bytes.split(separator: 0x0A).last,
      let end = place(last)
    else { return false }
    func place(_ line: ArraySlice<UInt8>) -> [Int]? {
      guard let value = JSONValue(line: Array(line)), let number = value["n"]?.integer, let time = value["t"]?.integer
      else { return nil }
      return [number, time]
    }
    return place(lines[session.lines - 1]) == end
  }

  /// Makes the commit that follows another one.
  ///
  /// - Parameters:
  ///   - session: the session at the remote; nil if the remote does not have it.
  ///   - lease: the lease; its number of lines is that of all lines.
  ///   - lines: the new lines, redacted, with their newlines.
  ///   - answer: the answer that waits for the holder; nil for none.
  ///   - author: the signature of Stet's own commits.
  /// - Throws: `ObjectStoreError`.
  func make(
    _ id: String, after session: TravellingSession?, _ lease: Lease, lines: [UInt8], answer: TravelAnswer?,
    author: Signature
  ) throws(ObjectStoreError) -> ObjectID {
    let parent = session.flatMap { ObjectID(hex: $0.version) }
    var pieces: [TreeEntry] = []
    if let parent { pieces = try self.pieces(of: store.commit(parent).tree).entries }
    if !lines.isEmpty {
      let name = NumberText.padded((session?.lines ?? 0) + 1, to: 8) + ".jsonl"
      pieces.append(TreeEntry(name: name, mode: .file, id: try store.write(.blob, lines)))
    }
    let log = try store.write(Tree(pieces))
    var entries = [
      TreeEntry(name: "lease.json", mode: .file, id: try write(lease)), TreeEntry(name: "log", mode: .tree, id: log),
    ]
    if let answer { entries.append(TreeEntry(name: "answer.json", mode: .file, id: try write(answer))) }
    var message = CommitMessage(subject: "Keep session \(id)", author: .sync)
    message.machine = lease.machine
    return try store.write(
      Commit(
        tree: try store.write(Tree(entries)), parents: [parent].compactMap(\.self), author: author, committer: author,
        message: message.text))
  }

  private func pieces(of tree: ObjectID) throws(ObjectStoreError) -> Tree {
    guard let entry = try store.entry("log", of: tree), entry.mode == .tree else { return Tree() }
    return try store.tree(entry.id)
  }

  private func value<Value: Decodable>(_: Value.Type, _ name: String, of tree: ObjectID) -> Value? {
    guard let entry = try? store.entry(name, of: tree), let bytes = try? store.blob(entry.id, ofAtMost: 1 << 20)
    else { return nil }
    return try? JSONDecoder().decode(Value.self, from: Data(bytes))
  }

  private func write(_ value: some Encodable) throws(ObjectStoreError) -> ObjectID {
    try store.write(.blob, (StoredFile.json(value) ?? []) + [0x0A])
  }
}
