internal import FolderKeeping
internal import Git
internal import GitObjects
internal import GitProcess
internal import Permissions
internal import Secrets
internal import Threads
internal import WorkTree
internal import WorkspaceAPI

/// The search for secrets in commits that the person's own git made, before they are published (review A5).
///
/// The recorder checks a content when it records it; a commit by git exists before Stet sees it. Such a commit is
/// scanned once, beside the recorder's turns, and the result is kept in memory. Commits that Stet made on top of it are
/// scanned too: a secret that the tip already had at a path did not hold a version back at the time of recording.
final class CommittedSecrets: Sendable {
  /// The length of a slice of the scan, in nanoseconds; between slices the exchange does its other work.
  private static let slice: Int64 = 250_000_000

  private let scanned: ScannedSecrets

  /// Makes the scanner, with the store of its results.
  init(scanned: ScannedSecrets) { self.scanned = scanned }

  /// Returns the versions with a secret that is not allowed, in unpublished commits by git and in the commits on top of
  /// them; nil if some of these are not scanned yet: the next call continues.
  ///
  /// - Throws: `VerbError` if git cannot list the commits or the repository cannot be opened.
  func versions(
    of tip: ObjectID, in keeper: FolderKeeper, git: GitReader, root: String, policy: PolicyBook,
    allowed: AllowedSecrets, _ time: any TimeSource
  ) async throws(VerbError) -> Set<PathVersion>? {
    let rules = policy.publishingRules
    let clean = scanned.unpublished { scan in
      scan.apply(rules)
      return scan.clean
    }
    // git is started only if it made a commit: starting it before each publication costs more than the publication.
    if let clean, await keeper.run({ $0.records.history.hasOnlyOwnCommits(after: clean, to: tip) }) {
      scanned.unpublished { $0.noteNothing(at: tip) }
      return []
    }
    guard rules.contains(where: \.keepsAnything) else {
      scanned.unpublished { $0.noteNothing(at: nil) }
      return []
    }
    guard try await goOn(root, time) else { return nil }
    let commits = try await Self.commits(of: tip, git, keeper)
    scanned.unpublished { $0.list(commits) }
    guard try await goOn(root, time) else { return nil }
    return scanned.unpublished { $0.conclude(commits, at: tip, isAllowed: allowed.contains) }
  }

  /// Returns the commits that no remote has, oldest first; from git's first commit on, none counts as Stet's own.
  private static func commits(
    of tip: ObjectID, _ git: GitReader, _ keeper: FolderKeeper
  ) async throws(VerbError) -> [CommitScan.Commit] {
    let output = try await git.run(["rev-list", "--reverse", "--topo-order", tip.hex, "--not", "--remotes", "--"])
    let ids = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { ObjectID(hex: String($0)) }
    let makers = await keeper.makers(of: ids)
    var isOwn = true
    return ids.map { id in
      isOwn = isOwn && makers[id] == .stet
      return CommitScan.Commit(id: id, isOwn: isOwn)
    }
  }

  /// Scans the listed commits for one slice; returns whether all are done.
  ///
  /// - Throws: `VerbError` if the repository or a commit cannot be read: nothing is published until they can.
  private func goOn(_ root: String, _ time: any TimeSource) async throws(VerbError) -> Bool {
    let (open, rules) = scanned.unpublished { ($0.scan, $0.rules) }
    guard let open else { return true }
    let result = await onThread("stet.secrets") { () -> Result<Bool, ObjectStoreError> in
      do throws(ObjectStoreError) { return .success(try self.run(open, by: rules, root: root, time)) } catch {
        return .failure(error)
      }
    }
    do throws(ObjectStoreError) { return try result.get() } catch {
      throw VerbError(.failed, "commits could not be scanned for secrets: \(error)")
    }
  }

  /// Continues a scan for one slice; returns whether all commits are scanned.
  private func run(
    _ open: CommitScan, by rules: [SecretRules], root: String, _ time: any TimeSource
  ) throws(ObjectStoreError) -> Bool {
    let store = try Repository(root: root)
    var scan = open
    let start = time.now().monotonic
    let results = try scan.run(by: rules, in: store) { time.now().monotonic - start < Self.slice }
    scanned.unpublished { $0.take(scan, results) }
    return scan.isDone
  }
}
