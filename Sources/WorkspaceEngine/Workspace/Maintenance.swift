internal import Git
internal import GitObjects
internal import GitProcess
internal import Synchronization
internal import Threads
internal import WorkspaceAPI

/// The maintenance that joins packs, since each checkpoint and each fetch makes one, and versions of a file in different
/// packs are no deltas of each other.
///
/// Many packs are joined after a checkpoint, few packs when there was no commit for a minute; the next commit cancels that.
/// Git writes the joined pack as a child process with the lowest priority, and `PackJoin` replaces the others by it.
/// Neither recording nor the exchange waits for it.
final class Maintenance: Sendable {
  /// The minimum number of packs that are joined after a checkpoint.
  static let many = 50
  /// The minimum number of packs that are joined at rest.
  static let few = 4
  /// The time without a commit after which few packs are joined.
  static let rest = Duration.seconds(60)

  private let git: GitReader
  private let rest: Duration
  private let isJoining = Mutex(false)
  /// Whether the folder rests, after each change.
  private let states: AsyncStream<Bool>
  private let state: AsyncStream<Bool>.Continuation

  /// Makes the maintenance of a repository; nothing is done yet.
  init(git: GitReader, rest: Duration = Maintenance.rest) {
    self.rest = rest
    var idle = git
    idle.isIdle = true
    self.git = idle
    // Only the last state counts.
    (states, state) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Notes that a checkpoint was made.
  func noteRest() { state.yield(true) }

  /// Notes a commit.
  func noteCommit() { state.yield(false) }

  /// Joins few packs whenever the folder has rested, until the task is cancelled.
  func attend(_ report: @escaping @Sendable (VerbError) -> Void) async {
    var joining: Task<Void, Never>?
    for await isResting in states {
      joining?.cancel()
      await joining?.value
      joining = isResting ? Task { await joinAtRest(report) } : nil
    }
    joining?.cancel()
    await joining?.value
  }

  private func joinAtRest(_ report: @Sendable (VerbError) -> Void) async {
    guard (try? await Task.sleep(for: rest)) != nil else { return }
    do throws(VerbError) { try await join(atLeast: Self.few) } catch {
      if !Task.isCancelled { report(error) }
    }
  }

  /// Joins packs if there are as many, and none are being joined.
  ///
  /// - Throws: `VerbError` with git's message; the packs stay unchanged then.
  func join(atLeast least: Int) async throws(VerbError) {
    let isFree = isJoining.withLock { isJoining in
      defer { isJoining = true }
      return !isJoining
    }
    guard isFree else { return }
    defer { isJoining.withLock { $0 = false } }
    guard let join = try await begin(atLeast: least) else { return }
    let made: Result<Void, VerbError>
    do throws(VerbError) {
      // The second child reads and verifies every object that the first one wrote.
      try await git.run(
        [
          "pack-objects", "--stdin-packs", "--stdout", "-q", "--delta-base-offset", "--window=50", "--depth=50",
          "--window-memory=64m", "--threads=1",
        ], input: join.packs.map { $0 + "\n" }.joined(), into: join.file)
      _ = try await git.run(["index-pack", "--no-rev-index", "--threads=1", join.file])
      made = .success(())
    } catch { made = .failure(error) }
    let ended = await onThread("stet.join", isBackground: true) { () -> Result<Void, VerbError> in
      defer { join.end() }
      guard case .success = made else { return made }
      do throws(ObjectStoreError) { return .success(try join.finish()) } catch { return .failure(VerbError(error)) }
    }
    try ended.get()
  }

  private func begin(atLeast least: Int) async throws(VerbError) -> PackJoin? {
    try await onThread("stet.join", isBackground: true) { [root = git.root] () throws(VerbError) in
      do throws(ObjectStoreError) { return try PackJoin(root: root, atLeast: least) } catch {
        throw VerbError(error)
      }
    }
  }
}
