internal import FileSystem
internal import FoundationEssentials
internal import LocalState
internal import Synchronization

/// The one store of what was scanned for secrets, and of what was found.
///
/// Commits that others published are scanned once: their progress and the secrets without an answer are in one file, so
/// that the progress is never ahead of the secrets. Unpublished commits are scanned again after a start and by other
/// rules, so that their results are only in memory.
package final class ScannedSecrets: Sendable {
  /// The part that is stored.
  private struct Stored: Hashable, Sendable, Codable {
    /// The secrets in published commits that the person has not answered for.
    var open: [ArrivedSecret]
    /// The progress of the scan of published commits.
    var progress: LookedThrough
  }

  private struct State {
    var published: PublishedScan
    var unpublished = UnpublishedScan()
  }

  private let stored: StoredTable<Stored>
  private let state: Mutex<State>

  /// Opens the store of a folder, `.git/stet/arrived-secrets.json`; empty if it cannot be read.
  package init(root: String) {
    let tree = try? DiskTree(root: root)
    stored = StoredTable(StoredFile("arrived-secrets.json"), in: tree, limit: 1 << 24, .content) { bytes in
      let data = Data(bytes ?? [])
      if let stored = try? JSONDecoder().decode(Stored.self, from: data) { return stored }
      // Earlier versions stored a list of secrets, and the progress in a file of its own.
      let progress = tree.flatMap {
        StoredFile("looked-through.json").value(LookedThrough.self, from: $0, limit: 1 << 24)
      }
      return Stored(
        open: (try? JSONDecoder().decode([ArrivedSecret].self, from: data)) ?? [],
        progress: progress ?? LookedThrough())
    } encode: {
      StoredFile.json($0)
    }
    state = Mutex(State(published: PublishedScan(at: stored.current.progress)))
  }

  /// The secrets in published commits that the person has not answered for.
  package var open: [ArrivedSecret] { stored.current.open }

  /// Adds secrets in published commits; returns those that were not in the table.
  package func add(_ found: [ArrivedSecret]) -> [ArrivedSecret] {
    stored.changeAtOnce { secrets in
      var fresh: [ArrivedSecret] = []
      for new in found
      where !secrets.open.contains(where: { $0.path.hasSameBytes(as: new.path) && $0.prints == new.prints }) {
        fresh.append(new)
        secrets.open.append(new)
      }
      return fresh
    }
  }

  /// Removes secrets for which the person answered.
  package func remove(_ answered: [ArrivedSecret]) {
    stored.changeAtOnce { secrets in secrets.open.removeAll { answered.contains($0) } }
  }

  /// Reads or changes the scan of the commits that others published.
  package func published<Result: Sendable>(_ body: (inout PublishedScan) -> Result) -> Result {
    state.withLock { body(&$0.published) }
  }

  /// Stores the progress of that scan. If the write fails, the progress lasts in memory until the daemon stops.
  ///
  /// - Parameter now: monotonic nanoseconds.
  func keepProgress(at now: Int64) {
    let progress = published { scan in
      scan.keptAt = now
      return scan.progress
    }
    stored.changeAtOnce { $0.progress = progress }
  }

  /// Reads or changes the scan of the commits that no remote has.
  package func unpublished<Result: Sendable>(_ body: (inout UnpublishedScan) -> Result) -> Result {
    state.withLock { body(&$0.unpublished) }
  }
}
