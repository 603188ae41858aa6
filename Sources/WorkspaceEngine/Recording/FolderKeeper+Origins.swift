internal import WorkspaceAPI
internal import GitObjects
internal import History

/// The author who created a file and the one who changed it last, for readers.
extension FolderKeeper {
  /// The time for which a read waits for the origin, in nanoseconds.
  private static let readTime: Int64 = 2_000_000
  /// The length of a slice of the search beside the reads, in nanoseconds.
  private static let sliceTime: Int64 = 5_000_000
  /// The maximum number of slices for one file: a history of many hundred thousand commits is not searched completely
  /// for a read.
  private static let mostSlices = 400

  /// Returns the origin of a file as far as it is known. For a file that changed long ago in a long history, the result
  /// may be nil: then the search continues beside the reads, and the next read has the result.
  func origin(of path: WorkspacePath) -> FileProvenance? {
    let walk = recorder.tips.origin(of: path, until: time.now().monotonic + Self.readTime)
    completeOrigins()
    return walk?.modified.map { modified in
      let created = walk?.created
      return FileProvenance(
        createdBy: created.map { AuthorRecord($0.author, personName: $0.name) }, createdAt: created?.time,
        lastModifiedBy: AuthorRecord(modified.author, personName: modified.name), lastModifiedAt: modified.time)
    }
  }

  /// Starts the search for the files whose search took longer than a read or a turn has; returns at once.
  func completeOrigins() {
    guard recorder.tips.origins.takeWaiting() else { return }
    Task { [weak self] in await self?.lookForOrigins() }
  }

  private func lookForOrigins() async {
    while let path = recorder.tips.origins.next {
      for _ in 0..<Self.mostSlices {
        let end = time.now().monotonic + Self.sliceTime
        guard isRecording, let walk = recorder.tips.origin(of: path, until: end), walk.canContinue else { break }
        await Task.yield()
      }
      recorder.tips.origins.finishNext()
    }
  }
}
