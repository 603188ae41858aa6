internal import Documents
internal import GitObjects
internal import WorkTree

extension SaveObserver {
  /// Records changes that were made while brackets were open: one commit for each origin, the person's first.
  func recordByOrigin(
    _ observations: [Observation], renamed: [PathRename], _ rehash: Bool
  ) throws(RecordError) -> ObservationOutcome {
    var order: [WriteOrigin] = [.person]
    var groups: [WriteOrigin: [Observation]] = [:]
    let observed = Set(observations.map(\.path))
    var sources: [WorkspacePath: WorkspacePath] = [:]
    for observation in observations {
      if let target = observation.renamedTo, observed.contains(target) { sources[target] = observation.path }
    }
    let end = authors.endOfSearches()
    for observation in observations {
      // Both ends of a rename are one change.
      let target = observation.renamedTo.flatMap { observed.contains($0) ? $0 : nil } ?? observation.path
      let origin = authors.originOfSave(target, from: sources[target], searchingUntil: end)
      if !order.contains(origin) { order.append(origin) }
      groups[origin, default: []].append(observation)
    }
    var outcome = ObservationOutcome()
    for origin in order {
      guard let group = groups[origin] else { continue }
      var origin = origin
      let paths = Set(group.map(\.path.string))
      origin.renamed = renamed.filter { paths.contains($0.to) }
      let part = try record(group, origin: origin, rehash: rehash, into: nil, chunk: .max)
      outcome.commits += part.commits
      outcome.postponed += part.postponed
      outcome.deferred.merge(part.deferred) { $1 }
      outcome.problems += part.problems
      outcome.folders += part.folders
      outcome.heldPaths += part.heldPaths
      outcome.stopped += part.stopped
    }
    return outcome
  }
}
