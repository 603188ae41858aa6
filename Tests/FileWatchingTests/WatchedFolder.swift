import CLinux
import Glibc
import GitObjects
import TestSupport

@testable import FileWatching

/// A workspace on the disk, outside `/tmp`: vim and emacs save in another way there.
final class WatchedFolder: Sendable {
  let path: String
  private let place = TemporaryFolder(in: "/var/tmp")

  init() throws {
    path = place.file("folder")
    try Program.shell("mkdir '\(path)'").mustSucceed()
    try shell("mkdir -p .git/refs/heads .git/stet/tmp .git/stet/displaced .git/stet/cookies && echo ref > .git/HEAD")
  }

  struct Failure: Error { var text: String }

  /// Runs a shell command in the folder and waits for it.
  func shell(_ command: String) throws { try Self.run(command, in: path) }

  /// Runs a shell command in a folder and waits for it.
  static func run(_ command: String, in folder: String) throws {
    try Program.shell(command, in: folder, environment: Program.ownEnvironment).mustSucceed()
  }

  /// Writes a file in one go.
  func write(_ name: String, _ text: String) throws { try place.write("folder/" + name, text) }

  /// Exchanges two files or folders in one step (`RENAME_EXCHANGE`, 2).
  func exchange(_ first: String, _ second: String) throws {
    let result = renameat2(AT_FDCWD, path + "/" + first, AT_FDCWD, path + "/" + second, 2)
    guard result == 0 else { throw Failure(text: "exchange: \(errno)") }
  }

  /// A watcher that has been started.
  func watch(ignoring ignored: Set<String> = []) throws -> FileWatcher {
    let watcher = try FileWatcher(root: path, clock: monotonic) { ignored.contains($0.string) }
    try watcher.start()
    return watcher
  }
}

/// Nanoseconds since the machine started.
@Sendable func monotonic() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The reports of several batches.
struct Seen {
  var settled: [SettledPath] = []
  var renames: [SeenRename] = []
  var rescans: [String] = []
  var rescansAll = false
  var repository: Set<RepositoryPart> = []
  var lateWrites: [String] = []
  var rootGone = false
  var presence: [String: String] = [:]
  var degraded: WatchDegradation?

  var paths: Set<String> { Set(settled.map(\.path.string)) }
  var arrows: [String] { renames.map { "\($0.from) → \($0.to)" } }

  func reasons(_ path: String) -> [SettledPath.Reason] { settled.filter { $0.path.string == path }.map(\.reason) }

  mutating func add(_ batch: WatchBatch) {
    settled += batch.settled
    renames += batch.renames
    rescans += batch.rescans.map(\.string)
    rescansAll = rescansAll || batch.rescansAll
    repository.formUnion(batch.repository)
    lateWrites += batch.lateWrites
    rootGone = rootGone || batch.rootGone
    degraded = batch.degraded
    presence = [:]
    for (document, file) in batch.presence { presence[document.string] = file.string }
  }
}

extension FileWatcher {
  /// Takes batches as they come, until what they reported together is enough.
  func collect(until isEnough: (Seen) -> Bool) async -> Seen {
    var seen = Seen()
    for await _ in signals {
      seen.add(takeBatch())
      if isEnough(seen) { break }
    }
    return seen
  }

  /// Everything that happened before the call.
  func drain() async -> Seen {
    await barrier()
    flush()
    var seen = Seen()
    seen.add(takeBatch())
    return seen
  }
}
