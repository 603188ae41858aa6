internal import Documents
internal import GitObjects

/// The names of each file in a stat cache, by its inode, so that hard links are known after a save separates them.
///
/// Empty until the cache has a file with several links: most folders have none.
struct LinkedNames: Sendable {
  private struct Node: Hashable {
    var device: UInt64
    var inode: UInt64

    init?(_ file: CachedFile?) {
      guard let stamp = file?.stamp, stamp.kind == .file else { return nil }
      (device, inode) = (stamp.device, stamp.inode)
    }
  }

  /// The largest number of separations that are kept until they are taken.
  private static let most = 10_000

  /// The names of each inode; nil until a file with several links is known.
  private var names: [Node: Set<WorkspacePath>]?
  private var parted: [PathRename] = []

  /// Creates the names of a cache's files.
  init(_ files: CachedFiles = CachedFiles()) {
    if files.values.contains(where: \.isLinked) { names = Self.names(of: files) }
  }

  /// Replaces the state of a path; `files` has the new one already.
  mutating func replace(
    _ old: CachedFile?, by new: CachedFile?, at path: WorkspacePath, in files: CachedFiles
  ) {
    if names == nil, new?.isLinked == true { names = Self.names(of: files) }
    guard names != nil else { return }
    let (left, reached) = (Node(old), Node(new))
    guard left != reached else { return }
    if let left, let old {
      names?[left]?.remove(path)
      let room = max(0, Self.most - parted.count)
      parted += others(than: path, old, in: files).prefix(room).map { PathRename(from: path.string, to: $0.string) }
      if names?[left]?.isEmpty == true { names?[left] = nil }
    }
    if let reached { names?[reached, default: []].insert(path) }
  }

  /// Returns the other names of the file that was last read at a path.
  ///
  /// An inode that was deleted and used again for a new file is no link: one of two names must have been seen with
  /// several links, after which the other did not change, or both with the same size and time.
  func others(
    than path: WorkspacePath, _ file: CachedFile, in files: CachedFiles
  ) -> [WorkspacePath] {
    guard let node = Node(file), let found = names?[node] else { return [] }
    return found.filter { name in
      guard name != path, let other = files[name] else { return false }
      return other.stamp.sameContent(as: file.stamp)
        || other.isLinked && file.stamp.changed <= other.stamp.changed
        || file.isLinked && other.stamp.changed <= file.stamp.changed
    }.sorted()
  }

  /// Returns the names that a save or a deletion separated since the last call: each from the replaced or deleted name
  /// to one that keeps the earlier file.
  mutating func takeParted() -> [PathRename] {
    defer { parted = [] }
    return parted
  }

  private static func names(of files: CachedFiles) -> [Node: Set<WorkspacePath>] {
    var names: [Node: Set<WorkspacePath>] = [:]
    files.forEach { path, file in
      if let node = Node(file) { names[node, default: []].insert(path) }
    }
    return names
  }
}

extension CachedFile {
  /// Whether the file had further names when it was last read.
  var isLinked: Bool { stamp.kind == .file && stamp.links > 1 }
}
