package import GitObjects

/// Writes.
extension Recorder {
  /// Executes all queued writes in one turn, and returns their outcomes, in order.
  package func perform(_ writes: [Write]) -> [WriteOutcome] { WriteTurn(recorder: self).perform(writes) }

  /// Executes writes and reports their outcomes as soon as these are durable (decision 37).
  package func perform(_ writes: [Write], answered: ([WriteOutcome]) -> Void) {
    WriteTurn(recorder: self).perform(writes, answered: answered)
  }

  /// Executes writes in one turn and, if they are of one origin, one commit: all of them, or none.
  package func performTogether(_ writes: [Write]) -> BatchOutcome { WriteTurn(recorder: self).performTogether(writes) }

  /// Returns the paths of writes, in order, each once: their own, the targets of moves, and those that links lead to.
  package func paths(touchedBy writes: [Write]) -> [WorkspacePath] {
    var paths: Set<WorkspacePath> = []
    for write in writes {
      paths.insert(write.path)
      if case .move(let target) = write.action { paths.insert(target) }
      if let real = try? tree.resolveLink(write.path) { paths.insert(real) }
    }
    return paths.sorted()
  }
}
