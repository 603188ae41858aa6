internal import Coordination
internal import FileWatching
internal import GitObjects

extension ClaimDesk {
  /// Whether any program said what it has open.
  var hasPresenters: Bool { look { table, _ in !table.presenters.isEmpty } }

  /// Takes what was seen on disk: claims follow renamed files, and programs are told of changes, by whomever.
  ///
  /// What was seen last of a path is a hint; whether a file stands there is asked of the disk. A program is told of its
  /// own saves too, and of a change that the workspace made twice: it finds nothing new then.
  func note(_ batch: WatchBatch, isMissing: (WorkspacePath) -> Bool) {
    guard !look({ table, _ in table.isEmpty }) else { return }
    for rename in batch.renames {
      change { state, now in
        var effects = state.table.noteMove(from: rename.from, to: rename.to, at: now.monotonic)
        if let own = state.moves.removeValue(forKey: rename.from), own != rename.to {
          effects += state.table.noteMove(from: own, to: rename.to, at: now.monotonic)
        }
        return ((), effects)
      }
    }
    noteChanges(
      batch.settled.filter { $0.reason != .renamedAway && $0.reason != .attributes && $0.reason != .postponed }.map(
        \.path), isMissing: isMissing)
  }

  /// Takes that files changed or are not there any more.
  func noteChanges(_ paths: [WorkspacePath], isMissing: (WorkspacePath) -> Bool) {
    guard hasPresenters else { return }
    for path in paths {
      let isGone = isMissing(path)
      change { state, _ in
        ((), isGone ? state.table.noteDeletion(of: path) : state.table.noteChange(of: path))
      }
    }
  }

  /// Takes a move that the workspace made itself; the same seen on disk later finds nothing at the old path.
  func noteMove(from: WorkspacePath, to: WorkspacePath) {
    change { state, now in
      guard !state.table.isEmpty else { return ((), []) }
      // A move that the watcher never tells of must not be remembered for ever.
      if state.moves.count >= 1_000 { state.moves = [:] }
      state.moves[from] = to
      return ((), state.table.noteMove(from: from, to: to, at: now.monotonic))
    }
  }
}
