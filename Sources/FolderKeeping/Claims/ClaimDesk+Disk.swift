internal import FileWatching
package import GitObjects

extension ClaimDesk {
  /// Whether any program has presented an open file.
  var hasPresenters: Bool { look { table, _ in !table.presenters.isEmpty } }

  /// Processes changes that the watcher saw: claims follow renamed files, and programs are notified of changes by any
  /// process.
  ///
  /// The watcher's last event for a path is a hint; `isMissing` checks on disk whether the file exists. A program is
  /// also notified of its own saves and of changes that the workspace already reported: it finds nothing new then.
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

  /// Notifies programs of changed and deleted files.
  func noteChanges(_ paths: [WorkspacePath], isMissing: (WorkspacePath) -> Bool) {
    guard hasPresenters else { return }
    for path in paths {
      let isGone = isMissing(path)
      change { state, _ in
        ((), isGone ? state.table.noteDeletion(of: path) : state.table.noteChange(of: path))
      }
    }
  }

  /// Processes a rename by the workspace itself; the watcher's later event for it finds no claim at the old path.
  package func noteMove(from: WorkspacePath, to: WorkspacePath) {
    change { state, now in
      guard !state.table.isEmpty else { return ((), []) }
      // Bounds the table: the watcher may never report some renames.
      if state.moves.count >= 1_000 { state.moves = [:] }
      state.moves[from] = to
      return ((), state.table.noteMove(from: from, to: to, at: now.monotonic))
    }
  }
}
