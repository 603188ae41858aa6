internal import FolderKeeping
internal import Sync
internal import WorkspaceAPI

extension EventHub {
  /// Publishes an event of the exchange.
  func publish(_ event: SyncEvent) {
    switch event {
    case .syncing: publish(.syncing, "changes are exchanged with the remote")
    case .fetched(let commit): publish(.fetched, "the remote's branch has moved", commit: commit)
    case .current: publish(.current, "here and on the remote is the same")
    case .published(let commit): publish(.published, "the remote has all changes", commit: commit)
    case .adopted(_, let commit, _): publish(.adopted, "changes from other machines were taken", commit: commit)
    case .leftOut(let commit, let sentences):
      for sentence in sentences {
        publish(.problem, "left out of what came from the remote: \(sentence)", commit: commit)
      }
    case .offline(let why): publish(.offline, why)
    case .online: publish(.online, "the remote answers again")
    case .refused(let words): publish(.refused, "the remote does not take what is sent: \(words)")
    case .problem(let why): publish(.problem, "the exchange met a problem: \(why); it is tried again")
    }
  }
}

extension VerbError {
  /// Makes the error for a barrier that was not reached.
  init(_ error: SyncBarrierError) {
    let code: Code
    var next: String?
    switch error {
    case .unreachable, .timedOut:
      code = .offline
      next = "It goes out by itself when the remote answers; 'stet status' shows its state."
    case .question:
      code = .question
      next = "See 'stet questions'."
    case .objects:
      code = .failed
      next = "They are sent again by themselves; 'stet status' shows their state."
    case .refused, .repository, .stopped: code = .failed
    }
    self.init(code, "Not everything is exchanged: \(error)", kept: "Everything is recorded here.", next: next)
  }
}
