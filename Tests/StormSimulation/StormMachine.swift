internal import Documents
internal import FileSystem
internal import GitObjects
internal import Merge
internal import Recording
import GitProcess
internal import Sync
internal import TestSupport
internal import WorkTree

/// A machine in a storm: a person at a folder whose recorder is the real one, and the real exchange.
actor StormMachine {
  private let participant: StormScene.Participant
  private let remote: StormRemote
  private let time: StormTime
  private let desk: Desk
  private var generator: SeededGenerator
  private var engine: SyncEngine?
  private var tasks: [Task<Void, Never>] = []
  /// Saves that are not recorded yet, the earliest first.
  private var unrecorded: [Duration] = []
  private var drawn = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { time.asUnownedSerialExecutor() }

  init(_ participant: StormScene.Participant, remote: StormRemote, seed: UInt64) throws {
    self.participant = participant
    self.remote = remote
    time = remote.time
    generator = SeededGenerator(seed: seed)
    desk = try Desk(participant.name)
  }

  /// Starts the exchange, and a person who saves from one time to another.
  func start(first: [String: String], from begin: Duration, until end: Duration, shared: Int) throws {
    for (path, text) in first.sorted(by: { $0.key < $1.key }) { try write(path, text) }
    if !first.isEmpty { try record(first.keys.sorted()) }
    let (remote, time, name) = (remote, time, participant.name)
    let store = desk.store
    let engine = SyncEngine(
      host: StormHost(machine: self, name: name, log: remote.log), clock: StormClock(time: time),
      transport: StormTransport(
        inner: MemoryTransport(remote.memory), remote: remote, machine: name, link: participant.link),
      hearing: participant.link.hears.map { remote.hearing(after: $0) }, machine: name,
      generator: SeededGenerator(seed: generator.next()), executor: time, makeStore: { store })
    self.engine = engine
    tasks.append(
      Task(executorPreference: time) { await engine.run() })
    tasks.append(Task(executorPreference: time) { await self.save(from: begin, until: end, shared: shared) })
  }

  /// Ends the exchange.
  func stop() {
    for task in tasks { task.cancel() }
  }

  /// The files of the folder with their texts.
  func files() throws -> [String] { try desk.diskTexts().map { "\($0.path): \($0.text)" } }

  /// The texts of the open conflicts.
  func conflicts() throws -> [String] {
    guard let tip = tip() else { return [] }
    var open = OpenConflicts()
    try open.advance(to: tip, in: desk.running().graph)
    return try open.list.flatMap { [$0.conflict.kept, $0.conflict.other] }.compactMap(\.self)
      .map { String(decoding: try desk.store.blob($0), as: UTF8.self) }
  }

  /// Returns the recorder's tip.
  func tip() -> ObjectID? { try? desk.running().tip }

  private func save(from begin: Duration, until end: Duration, shared: Int) async {
    do {
      try await time.wait(begin - time.now)
      while true {
        let wait = participant.interval * Double.random(in: 0.5...1.5, using: &generator)
        guard time.now + wait < end else { return }
        try await time.wait(wait)
        let path = try saveOnce(isShared: Int.random(in: 0..<100, using: &generator) < shared)
        // The delay of the watcher after a close.
        try await time.wait(.milliseconds(20))
        try record([path])
      }
    } catch is CancellationError {
    } catch { remote.log.note(question: "\(participant.name): \(error)") }
  }

  /// Changes one line of a file.
  private func saveOnce(isShared: Bool) throws -> String {
    drawn += 1
    let number = Int.random(in: 0..<10, using: &generator)
    let path = isShared ? "shared/\(number % 3).md" : "\(participant.name)/\(number).md"
    var lines = (try desk.text(path) ?? "").split(separator: "\n").map(String.init)
    let line = "\(participant.name) wrote \(drawn)"
    var replaced: String?
    // In a file of all each has a line of its own.
    if let old = lines.firstIndex(where: { $0.hasPrefix(participant.name + " ") }), isShared || lines.count > 20 {
      replaced = lines[old]
      lines[old] = line
    } else {
      lines.append(line)
    }
    try write(path, lines.joined(separator: "\n") + "\n")
    unrecorded.append(time.now)
    remote.log.state.withLock { state in
      state.unrecorded += 1
      if let replaced { state.lines[path]?.remove(replaced) }
      state.lines[path, default: []].insert(line)
    }
    return path
  }

  private func write(_ path: String, _ text: String) throws {
    setClock()
    let place = FileLocation(try WorkspacePath(path))
    if place.parent != .root { try desk.tree.makeDirectories(place.parent) }
    try desk.tree.save(place, bytes: Array(text.utf8))
  }

  private func record(_ paths: [String]) throws {
    setClock()
    let before = tip()
    _ = try desk.running().record(paths.map { Observation(path: try WorkspacePath($0)) })
    try noteCommits(since: before)
    if let engine { Task(executorPreference: time) { await engine.notify() } }
  }

  /// Has the recorder adopt a commit.
  func adopt(_ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey>) throws -> Sync.AdoptOutcome {
    setClock()
    let before = tip()
    let outcome = try desk.running().adopt(target, expecting: expected, leaving: leaving)
    guard case .adopted = outcome else {
      try noteCommits(since: before)
      return .tipMoved
    }
    remote.log.note(tip: target, of: participant.name)
    return .adopted
  }

  /// Notes the saves that the tip has got.
  private func noteCommits(since before: ObjectID?) throws {
    var next = tip()
    while let id = next, id != before {
      let commit = try desk.store.commit(id)
      if let change = CommitMessage(parsing: commit.message).change, !unrecorded.isEmpty {
        remote.log.note(save: change, by: participant.name, at: unrecorded.removeFirst())
        remote.log.state.withLock { $0.unrecorded -= 1 }
      }
      next = commit.parents.first
    }
    remote.log.note(tip: tip(), of: participant.name)
  }

  /// The folder's clock shows what the simulation's does.
  private func setClock() {
    let late = time.now - .nanoseconds(desk.time.now().monotonic - 1_000_000_000)
    if late > .zero { desk.time.advance(nanoseconds: late.inNanoseconds) }
  }
}

extension Duration {
  /// In whole nanoseconds.
  fileprivate var inNanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
