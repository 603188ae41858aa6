internal import FileSystem
package import GitObjects

extension Recorder {
  /// Notes versions that the remote refuses: whatever holds one is recorded as held from now on (review A5).
  ///
  /// Nothing is recorded by this: the exchange has a tip adopted that lacks them, and their files are looked at then.
  package func refuse(_ versions: [PathVersion: String]) {
    for (version, words) in versions.sorted(by: { $0.key.path < $1.key.path }) { refused.note(version, words) }
    // What cannot be kept is found out again after the next start.
    try? putAside(refused.bytes, at: RefusedVersions.location)
  }

  /// Forgets what the remote refused and records the files that were held for it, so that they are published again.
  ///
  /// - Returns: what the look at them led to.
  /// - Throws: `RecordError` where nothing is recorded now; what is forgotten stays so.
  package func tryRefusedAgain() throws(RecordError) -> ObservationOutcome {
    let paths = held.filter { if case .refused = $0.value { true } else { false } }.keys.sorted()
    refused.clear()
    for path in paths { held[path] = nil }
    do throws(FileError) { try removeAside(RefusedVersions.location) } catch { throw .disk(error) }
    return try record(paths.map { Observation(path: $0) })
  }
}
