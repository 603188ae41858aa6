internal import GitObjects
internal import Synchronization

/// Machines that save and exchange at once over one remote, driven by a seed: the same seed does the same.
package enum Storm {
  /// How long after the last save all must have the same.
  private static let limit: Duration = .seconds(120)
  /// When the machines that begin with nothing have got the first files.
  private static let begin: Duration = .seconds(20)

  /// Runs a scene to its end.
  ///
  /// - Throws: what a machine could not be made for.
  package static func run(_ scene: StormScene, seed: UInt64) throws -> StormFigures {
    let (time, log) = (StormTime(), StormLog())
    let remote = StormRemote(time: time, log: log)
    let end = begin + scene.length
    let machines = try scene.participants.enumerated().map { index, participant in
      try StormMachine(participant, remote: remote, seed: seed &* 1_000 &+ UInt64(index))
    }
    for (index, machine) in machines.enumerated() {
      let first = index == 0 ? ["README.md": "# Notes\n", "shared/0.md": "# All\n"] : [:]
      try machine.assumeIsolated { try $0.start(first: first, from: begin, until: end, shared: scene.shared) }
    }
    time.run(until: end)
    time.run(until: end + limit) { log.isAtRest }
    let convergence = log.isAtRest ? time.now - end : nil
    let files = try machines.map { try $0.assumeIsolated { try $0.files() } }
    let conflicts = try machines[0].assumeIsolated { try $0.conflicts() }
    for machine in machines { machine.assumeIsolated { $0.stop() } }
    time.run(until: time.now)
    return log.state.withLock { state in
      StormFigures(
        title: scene.title, seed: seed,
        parts: scene.participants.map { part in
          let tally = state.tallies[part.name] ?? StormLog.Tally()
          let delays = state.saves.values.filter { $0.machine == part.name }
            .compactMap { save in save.published.map { $0 - save.saved } }
          return StormFigures.Part(
            name: part.name, delays: delays.sorted(), pushes: tally.pushes, rejections: tally.rejections,
            inboxes: tally.inboxes, fetches: tally.fetches)
        },
        saves: state.saves.count, left: state.saves.values.count { $0.published == nil }, merges: state.merges,
        convergence: convergence, isEqual: Set(files).count == 1,
        lost: state.lines.flatMap { path, lines in
          let texts =
            files[0].filter { $0.hasPrefix(path + ": ") }.map { $0.dropFirst(path.count + 2) }
            + conflicts[...].map { $0[...] }
          let present = Set(texts.flatMap { $0.split(separator: "\n").map(String.init) })
          return lines.subtracting(present).map { "\(path): \($0)" }
        }.sorted(), troubles: state.questions)
    }
  }
}
