internal import GitObjects
internal import Synchronization

/// The record of a storm, with the view of an observer of all machines.
package final class StormLog: Sendable {
  /// The times of one save.
  package struct Save: Sendable {
    /// The machine.
    var machine: String
    /// When the bytes were on its disk.
    var saved: Duration
    /// When the remote's branch had it; nil while it has not.
    var published: Duration?
  }

  /// The counts of one machine.
  struct Tally: Sendable {
    var pushes = 0
    var rejections = 0
    var inboxes = 0
    var fetches = 0
  }

  struct State {
    /// By `Stet-Change`.
    var saves: [String: Save] = [:]
    var tallies: [String: Tally] = [:]
    var tips: [String: ObjectID] = [:]
    var known: Set<ObjectID> = []
    var merges = 0
    var commits = 0
    var head: ObjectID?
    var questions: [String] = []
    /// Saves that are on a disk and not recorded.
    var unrecorded = 0
    /// The lines of each file that nobody replaced who had read them (I9), by its path.
    var lines: [String: Set<String>] = [:]
  }

  let state = Mutex(State())

  /// Makes an empty log.
  package init() {}

  /// Notes a save that was recorded.
  func note(save change: String, by machine: String, at time: Duration) {
    state.withLock { $0.saves[change] = Save(machine: machine, saved: time) }
  }

  /// Notes the tip of a machine.
  func note(tip: ObjectID?, of machine: String) { state.withLock { $0.tips[machine] = tip } }

  /// Notes a question: nothing in a storm should ask one.
  func note(question: String) { state.withLock { $0.questions.append(question) } }

  /// Notes something that a machine did.
  func count(_ machine: String, _ change: (inout Tally) -> Void) {
    state.withLock { change(&$0.tallies[machine, default: Tally()]) }
  }

  /// Whether all that was saved is on the branch and every machine is there.
  package var isAtRest: Bool {
    state.withLock { state in
      state.unrecorded == 0
        && state.tips.values.allSatisfy { $0 == state.head } && state.saves.values.allSatisfy { $0.published != nil }
    }
  }
}
