internal import Documents
internal import FileSystem
internal import GitObjects

extension Recorder {
  /// Returns the origin of a change on disk (review A7).
  func originOfSave(_ path: WorkspacePath) -> WriteOrigin {
    guard !brackets.isEmpty else { return .person }
    let now = time.now().monotonic
    brackets.forget(at: now)
    let evidence = ChangeEvidence(
      editor: { self.editorTrace(path) }, texts: { self.texts(at: path) }, isRunning: isRunning)
    return brackets.origin(of: path, at: now, by: evidence)
  }

  /// The text of the file at a path, and the one that was recorded last.
  private func texts(at path: WorkspacePath) -> (onDisk: [UInt8]?, recorded: [UInt8]?) {
    let onDisk = (try? tree.read(FileLocation(path), limit: disk.rules.holdOver))?.bytes
    guard let entry = try? entry(at: path), entry.mode.isFile else { return (onDisk, nil) }
    return (onDisk, try? content(of: entry.id))
  }

  /// Records changes that were made while brackets were open: one commit for each origin, the person's first.
  func recordByOrigin(
    _ observations: [Observation], renamed: [PathRename], _ rehash: Bool
  ) throws(RecordError) -> ObservationOutcome {
    var order: [WriteOrigin] = [.person]
    var groups: [WriteOrigin: [Observation]] = [:]
    for observation in observations {
      let origin = originOfSave(observation.path)
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
      outcome.problems += part.problems
      outcome.folders += part.folders
      outcome.heldPaths += part.heldPaths
      outcome.stopped += part.stopped
    }
    return outcome
  }
}
