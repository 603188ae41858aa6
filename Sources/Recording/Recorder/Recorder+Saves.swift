internal import FileSystem
package import GitObjects
package import WorkTree

/// Changes on disk.
extension Recorder {
  /// Observes paths that may have changed and records the changes, as one commit of one author.
  ///
  /// A path that is unreadable, still being written, or missing without a believed deletion keeps its recorded version;
  /// the outcome lists it.
  ///
  /// - Throws: `RecordError`; nothing is recorded then.
  package func record(
    _ observations: [Observation], origin: WriteOrigin = .person, rehash: Bool = true
  ) throws(RecordError) -> ObservationOutcome {
    try SaveObserver(recorder: self).record(observations, origin: origin, rehash: rehash)
  }

  /// Forgets the remote's refusals and records the files that were held for them, so that they are published again.
  ///
  /// - Returns: the outcome of their observation.
  /// - Throws: `RecordError` if recording is stopped; the refusals stay forgotten.
  package func tryRefusedAgain() throws(RecordError) -> ObservationOutcome {
    let paths: [WorkspacePath]
    do throws(FileError) { paths = try holds.forgetRefusals() } catch { throw .disk(error) }
    return try record(paths.map { Observation(path: $0) })
  }

  /// Observes paths in order until the limit is reached, and returns those that must be recorded.
  ///
  /// - Returns: the number of observed paths, and those of them that differ or could not be observed.
  package func sift(_ observations: ArraySlice<Observation>, within limit: TurnLimit) -> (
    looked: Int, differing: [Observation]
  ) {
    SaveObserver(recorder: self).sift(observations, within: limit)
  }

  /// Records the copied content of a large file if it is still on disk.
  ///
  /// - Parameter result: the result of `run`; a failure becomes the path's problem.
  /// - Throws: `RecordError` if the disk refuses.
  package func endCopy(
    of path: WorkspacePath, _ result: Swift.Result<LargeCopy.Result?, any Error>
  ) throws(RecordError) -> ObservationOutcome {
    try SaveObserver(recorder: self).endCopy(of: path, result)
  }

  /// Keeps the present content of files off the tip while its author is unknown.
  package func capture(_ paths: ArraySlice<WorkspacePath>, omitting omission: CaptureOmission) -> CaptureResult {
    Capture(recorder: self).keep(paths, omitting: omission)
  }

  /// Returns the paths whose content on disk is not the recorded one.
  ///
  /// - Throws: `RecordError` if the folder cannot be read.
  package func differing(below folder: WorkspacePath?) throws(RecordError) -> [WorkspacePath] {
    try RecordError.mapping { try disk.changedPaths(below: folder, believesDeletions: false).map(\.path) }
  }

  /// Observes displaced files again and merges the text of late writers, in the person's name (review A11).
  ///
  /// - Parameter wanted: the slots; nil for all.
  /// - Returns: the slots that are still being written, or hold a text that cannot be merged yet: they are `late`.
  package func settleDisplaced(_ wanted: [String]? = nil) -> [String] {
    DisplacedTexts(recorder: self).settle(wanted)
  }

  /// Takes the content of a large displaced file that was read beside the turns.
  ///
  /// - Returns: false if it is being written, or could not be read or merged, and is `late`.
  @discardableResult
  package func endReadingDisplaced(
    _ slot: String, _ result: Swift.Result<LargeCopy.Result?, any Error>
  ) throws(RecordError) -> Bool {
    try DisplacedTexts(recorder: self).endReading(slot, result)
  }
}
