internal import GitObjects
internal import History

/// Who made a file and changed it last, for whoever reads it.
extension WriteQueue {
  /// A read waits so long for it, in nanoseconds.
  private static let readTime: Int64 = 2_000_000
  /// So long is looked at a time beside the reads.
  private static let sliceTime: Int64 = 5_000_000
  /// So many slices are spent on one file: a history of many hundred thousand commits is not looked through for a read.
  private static let mostSlices = 400

  /// What is known of a file's origin by now: of one that changed long ago in a long history perhaps nothing yet. Then it
  /// is looked for beside the reads, and the next one has it.
  func origin(of path: WorkspacePath) -> FileProvenance? {
    let (walk, isFirst) = look(for: path, atMost: Self.readTime)
    if isFirst { Task { [weak self] in await self?.completeOrigins() } }
    return walk?.modified.map { modified in
      FileProvenance(
        createdBy: walk?.created?.author, createdAt: walk?.created?.time, lastModifiedBy: modified.author,
        lastModifiedAt: modified.time)
    }
  }

  private func look(for path: WorkspacePath, atMost limit: Int64) -> (walk: OriginWalk?, isFirst: Bool) {
    let end = time.now().monotonic + limit
    guard let walk = recorder.origin(of: path, after: origins[path], while: { time.now().monotonic < end }) else {
      return (nil, false)
    }
    return (walk, origins.note(walk, of: path))
  }

  private func completeOrigins() async {
    while let path = origins.next {
      for _ in 0..<Self.mostSlices {
        guard isRecording, let walk = look(for: path, atMost: Self.sliceTime).walk, !walk.isDone else { break }
        await Task.yield()
      }
      origins.finishNext()
    }
  }
}
