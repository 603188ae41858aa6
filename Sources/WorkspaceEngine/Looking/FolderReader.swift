internal import FileSystem
internal import GitObjects
internal import Threads
internal import WorkspaceAPI

/// Reads names and stamps on disk, below the root and never through a link; recording does not wait for it.
actor FolderReader {
  /// The largest number of names in one report.
  private static let most = 200_000

  private let executor = SerialQueue(label: "stet.look", isBackground: true)
  /// The executor of the actor: its own queue.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let root: String
  private var tree: DiskTree?

  /// Makes a reader for a root.
  init(root: String) {
    self.root = root
  }

  /// Reads the entry at a path; returns nil if there is none.
  ///
  /// A name below that cannot be read is marked as unreadable, and the report has the others.
  ///
  /// - Throws: `VerbError`: the error of the disk, and `failed` if there are more names than one report has.
  func look(at path: WorkspacePath?, reach: LookRequest.Reach) throws(VerbError) -> LookReport? {
    let report: LookReport?
    do throws(FileError) {
      let tree = try openTree()
      let location = path.map { FileLocation($0) } ?? .root
      guard let stamp = try tree.stamp(of: location) else { return nil }
      var found: [LookEntry] = []
      if stamp.kind == .directory, reach != .itself {
        try visit(location, in: tree, deeply: reach == .everything, &found)
      }
      report = LookReport(entry: Self.entry(location, stamp), entries: found)
    } catch { throw VerbError(error) }
    guard report?.entries.count ?? 0 <= Self.most else {
      throw VerbError(
        .failed, "There are more than \(Self.most) names below \(path?.string ?? "the root").",
        next: "Look at a folder in it.")
    }
    return report
  }

  /// Returns the files among `paths` that share an inode with a kept name (hard links). Walks the whole folder if a
  /// file has several links.
  func twins(of paths: [String], isKept: @Sendable (String) -> Bool) -> Set<NameKey> {
    struct Node: Hashable {
      var device: UInt64
      var inode: UInt64
    }
    guard let tree = try? openTree() else { return [] }
    var named: [Node: [String]] = [:]
    for path in paths {
      guard let place = try? WorkspacePath(path), let stamp = try? tree.stamp(of: FileLocation(place)),
        stamp.kind == .file, stamp.links > 1
      else { continue }
      named[Node(device: stamp.device, inode: stamp.inode), default: []].append(path)
    }
    guard !named.isEmpty else { return [] }
    var found: Set<NameKey> = []
    _ = try? tree.walk(.root) { location, stamp in
      if stamp.kind == .file, stamp.links > 1,
        let paths = named[Node(device: stamp.device, inode: stamp.inode)], isKept(location.string)
      {
        found.formUnion(paths.map { NameKey($0) })
      }
      return location.string != ".git"
    }
    return found
  }

  /// Returns the folder, opened on first use.
  func openTree() throws(FileError) -> DiskTree {
    if let tree { return tree }
    let opened = try DiskTree(root: root)
    tree = opened
    return opened
  }

  private func visit(
    _ folder: FileLocation, in tree: DiskTree, deeply: Bool, _ found: inout [LookEntry]
  ) throws(FileError) {
    let names = try tree.entries(of: folder).map(\.name).filter { !GitName.isDotGit($0) }
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let place = folder.appending(name)
      guard found.count <= Self.most else { return }
      let stamp: FileStamp
      do throws(FileError) {
        guard let current = try tree.stamp(of: place) else { continue }
        stamp = current
      } catch {
        // The folder is readable but not searchable.
        var entry = LookEntry(path: place.string, kind: "other", size: 0, modified: 0, permissions: 0)
        entry.isUnreadable = true
        found.append(entry)
        continue
      }
      let position = found.count
      found.append(Self.entry(place, stamp))
      guard deeply, stamp.kind == .directory, tree.boundary(of: place) == nil else { continue }
      do throws(FileError) { try visit(place, in: tree, deeply: true, &found) } catch {
        if error.code != .vanished, error.code != .noParent { found[position].isUnreadable = true }
      }
    }
  }

  private static func entry(_ location: FileLocation, _ stamp: FileStamp) -> LookEntry {
    let kind =
      switch stamp.kind {
      case .file: "file"
      case .directory: "folder"
      case .symlink: "link"
      case .other: "other"
      }
    return LookEntry(
      path: location.string, kind: kind, size: stamp.size, modified: stamp.modified / 1_000_000_000,
      permissions: stamp.permissions)
  }
}
