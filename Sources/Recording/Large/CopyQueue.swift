internal import FileSystem
internal import GitObjects
internal import WorkTree

/// The large files that are copied into the store beside the turns, one at a time.
struct CopyQueue {
  private var waiting: [WorkspacePath: AwaitedCopy] = [:]
  private var running: (path: WorkspacePath, awaited: AwaitedCopy)?

  /// The files that are not recorded yet, in order.
  var paths: [WorkspacePath] { Set(waiting.keys).union(running.map { [$0.path] } ?? []).sorted() }

  /// Whether no file waits or is being copied.
  var isEmpty: Bool { waiting.isEmpty && running == nil }

  /// Adds a file. A content that is already among them keeps its first author: a later scan may run after the command
  /// that wrote it.
  mutating func add(_ path: WorkspacePath, _ stamp: FileStamp?, by origin: WriteOrigin) {
    let known = [waiting[path], running?.path == path ? running?.awaited : nil].compactMap(\.self)
    waiting[path] = known.first { $0.isOf(stamp) } ?? AwaitedCopy(stamp: stamp, origin: origin)
  }

  /// Takes the next file to be copied; nil if there is none or one is being copied.
  mutating func begin() -> WorkspacePath? {
    guard running == nil, let path = waiting.keys.min(), let awaited = waiting.removeValue(forKey: path) else {
      return nil
    }
    running = (path, awaited)
    return path
  }

  /// Ends the running copy; returns the file's state when its copy was requested.
  mutating func end() -> AwaitedCopy? {
    defer { running = nil }
    return running?.awaited
  }
}
