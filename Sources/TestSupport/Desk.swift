package import Documents
package import FileSystem
package import GitObjects
package import Recording
package import WorkTree

/// A person's folder in a simulation: disk, objects, clock, recorder and an editor.
package final class Desk {
  /// The disk.
  package let tree: SimulatedTree
  /// The objects.
  package let store: CrashStore
  /// The clock.
  package let time: SimulatedTime
  package let power = PowerSwitch()
  /// The recorder; nil after a power cut.
  package private(set) var recorder: Recorder?
  /// The recorder's rules for paths; read at the next opening.
  package var rules: RecordingRules
  /// The hooks of the test; read at the next opening.
  package var hooks = RecorderHooks()
  private let large: LargeStore?
  private let adjust: (inout RecorderSurroundings) -> Void
  private var changes = 0
  private var observers: [SimulatedTree.Observer] = []
  private let machine: String

  /// Creates an empty folder and opens it.
  ///
  /// - Parameters:
  ///   - large: the store of large files' contents; it loses nothing in a power cut.
  ///   - adjust: changes the recorder's surroundings at each opening, to plant a bug.
  package init(
    _ machine: String = "desk", rules: RecordingRules = RecordingRules(), large: LargeStore? = nil,
    adjust: @escaping (inout RecorderSurroundings) -> Void = { _ in }
  ) throws {
    let time = SimulatedTime()
    self.time = time
    self.machine = machine
    self.rules = rules
    self.large = large
    self.adjust = adjust
    tree = SimulatedTree { time.now().wall }
    store = CrashStore(power: power)
    try tree.makeDirectories(.git("stet"))
    try tree.synchronize(.root)
    try open()
  }

  /// The error if no recorder is open.
  package struct Closed: Error {}

  /// Returns the open recorder.
  package func running() throws -> Recorder {
    guard let recorder else { throw Closed() }
    return recorder
  }

  /// Opens the recorder (again), as after a start of the daemon.
  @discardableResult
  package func open(
    isCopy: Bool = false, isSameBoot: Bool = false, loss: LossPolicy = .refuses
  ) throws -> Recorder.Opening {
    recorder = nil
    let store = store
    var surroundings = RecorderSurroundings(
      tree: tree, store: store,
      durability: ObjectDurability { ids throws(ObjectStoreError) in store.makeDurable(ids) },
      rules: rules, identity: RecorderIdentity(name: "Ann", email: "ann@example.org", machine: machine), time: time,
      hooks: hooks, large: large,
      makeChangeID: { [unowned self, machine] in
        changes += 1
        return "\(machine)-\(changes)"
      }, isCopy: isCopy, isSameBoot: isSameBoot, loss: loss)
    adjust(&surroundings)
    let opening = try Recorder.open(surroundings)
    recorder = opening.recorder
    return opening
  }

  /// Adds an observer that the disk calls before each operation.
  package func observe(_ observer: @escaping SimulatedTree.Observer) {
    observers.append(observer)
    let observers = observers
    tree.onOperation { operation, location in
      for observer in observers { observer(operation, location) }
    }
  }

  /// Removes all observers.
  package func calm() {
    observers = []
    tree.onOperation(nil)
  }

  /// Returns a function that cuts the power, for hooks.
  package func powerCut() -> @Sendable () -> Void {
    { [tree, power] in
      power.set(isOn: false)
      tree.cutPower()
    }
  }

  /// Cuts and restores the power; nothing is open afterwards.
  package func crash(using generator: inout SeededGenerator) {
    recorder = nil
    observers = []
    tree.onOperation(nil)
    tree.onFault(nil)
    power.set(isOn: true)
    tree.crash(using: &generator)
    store.crash(using: &generator)
  }

  /// Advances the clock.
  package func wait(milliseconds: Int64 = 50) { time.advance(nanoseconds: milliseconds * 1_000_000) }

  /// Saves in place as an editor does; with `durable` it syncs the file and its name.
  package func save(_ path: String, _ text: String, durable: Bool = false) throws {
    wait()
    let location = FileLocation(try WorkspacePath(path))
    if location.parent != .root { try tree.makeDirectories(location.parent) }
    try tree.save(location, bytes: Array(text.utf8))
    if durable { try tree.synchronize(location) }
    wait()
  }

  /// Returns the disk's text at a path; nil if there is none.
  package func text(_ path: String) throws -> String? {
    try tree.read(FileLocation(WorkspacePath(path)), limit: .max).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Returns the tip's text at a path; nil if there is none.
  package func recorded(_ path: String) throws -> String? {
    guard let entry = try running().entry(at: WorkspacePath(path)), entry.mode != .tree else { return nil }
    return String(decoding: try store.blob(entry.id), as: UTF8.self)
  }

  /// Returns the commits of the tip, newest first.
  package func log() throws -> [Commit] {
    var commits: [Commit] = []
    var next = try running().tip
    while let id = next {
      let commit = try store.commit(id)
      commits.append(commit)
      next = commit.parents.first
    }
    return commits
  }

  /// Scans the whole folder and records it.
  @discardableResult
  package func scan(believesDeletions: Bool = true, afterPowerLoss: Bool = false) throws -> ObservationOutcome {
    wait()
    return try running().scan(
      believesDeletions: believesDeletions, afterPowerLoss: afterPowerLoss, afterRestart: afterPowerLoss)
  }

  /// Records some paths.
  @discardableResult
  package func record(_ paths: String..., believesDeletion: Bool = false) throws -> ObservationOutcome {
    wait()
    return try running().record(
      paths.map { Observation(path: try WorkspacePath($0), believesDeletion: believesDeletion) })
  }

  /// Writes through the recorder's entry point, by default as an agent.
  @discardableResult
  package func write(
    _ path: String, _ action: Write.Action, base: WriteBase = .current, by author: Author = .robot,
    believesDeletion: Bool = false
  ) throws -> WriteOutcome {
    wait()
    let write = Write(
      path: try WorkspacePath(path), action: action, base: base, origin: WriteOrigin(author: author),
      believesDeletion: believesDeletion)
    return try running().perform([write])[0]
  }

  /// Writes as an agent and returns the early answer, before its commit's objects are stored, also if the power is cut
  /// then.
  @discardableResult
  package func writeAnsweredEarly(_ path: String, _ action: Write.Action) throws -> WriteOutcome {
    wait()
    let write = Write(path: try WorkspacePath(path), action: action, origin: WriteOrigin(author: .robot))
    var outcomes: [WriteOutcome] = []
    try running().perform([write]) { outcomes = $0 }
    return outcomes[0]
  }

  /// Returns the token of a text.
  package func token(_ text: String) -> ObjectID { store.id(of: .blob, Array(text.utf8)) }
}

extension Author {
  /// An agent for tests.
  package static let robot = Author.agent(name: "Robot", session: "s1")
}

extension Write.Action {
  /// Returns a `put` of a text.
  package static func text(_ text: String) -> Self { .put(Array(text.utf8)) }

  /// Returns an `append` of a text.
  package static func appending(_ text: String) -> Self { .append(Array(text.utf8)) }
}
