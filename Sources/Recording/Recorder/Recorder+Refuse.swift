internal import FileSystem
internal import GitObjects
internal import WorkTree

extension Recorder {
  /// Forgets the remote's refusals and records the files that were held for them, so that they are published again.
  ///
  /// - Returns: the outcome of their observation.
  /// - Throws: `RecordError` if recording is stopped; the refusals stay forgotten.
  package func tryRefusedAgain() throws(RecordError) -> ObservationOutcome {
    let paths: [WorkspacePath]
    do throws(FileError) { paths = try holds.forgetRefusals() } catch { throw .disk(error) }
    return try record(paths.map { Observation(path: $0) })
  }
}
