internal import FileSystem
package import GitObjects

extension Recorder {
  /// Records versions that the remote refuses: every file that holds one is recorded as held from now on (review A5).
  ///
  /// Nothing is recorded by this: the exchange asks for an adoption of a tip that lacks them, and their files are
  /// observed then.
  package func refuse(_ versions: [PathVersion: String]) {
    for (version, words) in versions.sorted(by: { $0.key.path < $1.key.path }) { refused.note(version, words) }
    // Versions that cannot be stored are found again after the next start.
    try? RefusedVersions.file.write(refused.bytes, .volatile, in: tree)
  }

  /// Forgets the remote's refusals and records the files that were held for them, so that they are published again.
  ///
  /// - Returns: the outcome of their observation.
  /// - Throws: `RecordError` if recording is stopped; the refusals stay forgotten.
  package func tryRefusedAgain() throws(RecordError) -> ObservationOutcome {
    let paths = held.filter { if case .refused = $0.value { true } else { false } }.keys.sorted()
    refused.clear()
    for path in paths { held[path] = nil }
    do throws(FileError) { try RefusedVersions.file.remove(from: tree) } catch { throw .disk(error) }
    return try record(paths.map { Observation(path: $0) })
  }
}
