internal import FileSystem
internal import FolderKeeping
internal import Git
internal import GitObjects
internal import Threads
internal import WorkTree

/// The search for the large files of a folder's tip, beside the turns: for 100,000 files it takes seconds.
struct LargeTableSearch: Sendable {
  /// The folder.
  let root: String

  /// Returns the stored table of large files, read on a thread; nil if there is none.
  func stored() async -> LargeTable? {
    await onThread("stet.large") { [root] in (try? DiskTree(root: root)).flatMap { LargeTable.load(from: $0) } }
  }

  /// Finds the large files of the tip, unless a stored table named them or a caller has needed them.
  func run(for keeper: FolderKeeper) async {
    guard let target = await keeper.run({ $0.recorder.disk.unreadLargeTree }) else { return }
    let table = await onThread("stet.large", isBackground: true) { [root] in Self.table(of: target, root: root) }
    if let table { await keeper.take(table) }
  }

  private static func table(of target: ObjectID, root: String) -> LargeTable? {
    guard let repository = try? Repository(root: root) else { return nil }
    return try? LargeTable.read(target, in: repository) { repository.pathAttributes.filter(of: $0) == "lfs" }
  }
}
