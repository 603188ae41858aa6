import GitObjects
import TestSupport

/// A machine with what its programs have in hand.
struct SimulatedMachine {
  let desk: Desk
  /// Whether the system knows who read a file.
  let remembersReaders: Bool
  /// A file that an editor has open, cut to nothing, with the text that it is about to write.
  var editor: (handle: Int, path: String, text: String)?
  /// The text that the person's editor has of a path: loaded some time ago, or saved last.
  var buffers: [String: String] = [:]
  /// The reads of an agent: path, text, token.
  var served: [(path: String, text: String, token: ObjectID)] = []
  /// The save that will happen in the middle of what Stet does.
  let late = LateSave()
  /// The paths that the daemon has heard of.
  var watcher = SimulatedWatcher()
  /// The names that the person's files had before, by those that they have.
  private var former: [String: String] = [:]
  /// The questions about saves that are open.
  private var asked: [String] = []
  /// Saves that a power cut may take.
  private var unsynced: [UnsyncedSave] = []

  init(desk: Desk, remembersReaders: Bool) {
    self.desk = desk
    self.remembersReaders = remembersReaders
  }

  /// Has the system remember who reads, where it can; a crash ends that.
  func watchReaders() { if remembersReaders { desk.tree.rememberReaders() } }

  /// Notes that the person renamed a file.
  mutating func noteMove(from source: String, to target: String) {
    former[target] = source
    if former[source] == target { former[source] = nil }
  }

  /// The names that a file had before, the last first.
  func formerNames(of path: String) -> [String] {
    var names: [String] = []
    while let name = former[names.last ?? path], name != path, !names.contains(name) { names.append(name) }
    return names
  }

  /// Notes the questions that are open; answers whether they are others than before.
  mutating func noteAsked(_ open: [String]) -> Bool {
    defer { asked = open }
    return open != asked
  }

  /// Notes a save that the editor does not sync.
  mutating func noteUnsynced(_ save: UnsyncedSave) { unsynced.append(save) }

  /// Forgets the last one: the editor synced it.
  mutating func noteSynced() { unsynced.removeLast() }

  /// Forgets unsynced saves whose words were recorded: they are durable.
  mutating func forgetRecorded(_ recorded: Set<Substring>) {
    unsynced.removeAll { WordLedger.words($0.written).isSubset(of: recorded) }
  }

  /// Ends all programs with the power; answers the saves that may be gone.
  mutating func endPrograms() -> [UnsyncedSave] {
    defer { unsynced = [] }
    editor = nil
    late.give(up: nil)
    buffers = [:]
    return unsynced
  }
}

/// The events of a folder: a set of paths, or an overflow, after which all must be looked at.
struct SimulatedWatcher {
  private(set) var paths: Set<String> = []
  private(set) var hasOverflowed = false

  /// Takes events.
  mutating func see(_ paths: [String]) { self.paths.formUnion(paths) }

  /// Loses all events that wait.
  mutating func overflow() {
    guard !paths.isEmpty else { return }
    paths = []
    hasOverflowed = true
  }

  /// The paths to look at, in order; nil where all must be looked at.
  mutating func take() -> [String]? {
    defer { (paths, hasOverflowed) = ([], false) }
    return hasOverflowed ? nil : paths.sorted()
  }
}
