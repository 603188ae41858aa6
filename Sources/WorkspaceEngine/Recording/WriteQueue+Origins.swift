internal import WorkspaceAPI
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
    let walk = recorder.origin(of: path, until: time.now().monotonic + Self.readTime)
    completeOrigins()
    return walk?.modified.map { modified in
      let created = walk?.created
      return FileProvenance(
        createdBy: created.map { AuthorRecord($0.author, personName: $0.name) }, createdAt: created?.time,
        lastModifiedBy: AuthorRecord(modified.author, personName: modified.name), lastModifiedAt: modified.time)
    }
  }

  /// Has the files looked for whose look took more time than a read or a turn has; returns at once.
  func completeOrigins() {
    guard recorder.origins.takeWaiting() else { return }
    Task { [weak self] in await self?.lookForOrigins() }
  }

  private func lookForOrigins() async {
    while let path = recorder.origins.next {
      for _ in 0..<Self.mostSlices {
        let end = time.now().monotonic + Self.sliceTime
        guard isRecording, let walk = recorder.origin(of: path, until: end), !walk.isDone, !walk.isStuck else { break }
        await Task.yield()
      }
      recorder.origins.finishNext()
    }
  }
}
