internal import FileSystem
package import GitObjects

/// One comparison of a folder's names and stamps with the tip.
struct FolderScan {
  private let disk: DiskView
  /// The tip's files that the walk has not met.
  private var missing: [WorkspacePath: TreeEntry] = [:]
  private var observations: [Observation] = []
  private var bare = BareRepositories()

  /// Begins a comparison.
  init(of disk: DiskView) { self.disk = disk }

  /// Returns the paths whose state on disk is not proven by the stat cache to be the tip's.
  mutating func changedPaths(below folder: WorkspacePath?, believesDeletions: Bool) throws -> [Observation] {
    if let folder, let foreign = disk.tree.foreignFolder(on: folder) {
      disk.note(foreign)
      return []
    }
    var prefix = ""
    var root: ObjectID? = disk.recorded.tree
    if let folder {
      prefix = folder.string + "/"
      let entry = try disk.recorded.entry(at: folder)
      root = entry?.mode == .tree ? entry?.id : nil
    }
    if let root {
      for file in try Tree.flatten(root, in: disk.store) {
        // A name that no workspace can hold is on no disk here and is ignored.
        if let path = try? WorkspacePath(prefix + file.path) { missing[path] = file.entry }
      }
    }
    let start = folder.map { FileLocation($0) } ?? .root
    guard try disk.tree.stamp(of: start)?.kind == .directory else {
      return folder.map { [Observation(path: $0, believesDeletion: believesDeletions)] } ?? []
    }
    let unreadable = try disk.tree.walk(start) { visit($0, $1) }
    for failure in unreadable {
      disk.problems[NameKey(failure.path)] = "\(failure.message); nothing below it is taken for deleted"
    }
    for (path, entry) in missing where entry.mode != .gitlink {
      guard !unreadable.contains(where: { path.string.hasPrefix($0.path + "/") }) else { continue }
      observations.append(Observation(path: path, believesDeletion: believesDeletions))
    }
    return bare.outside(observations)
  }

  /// Visits one name of the walk; returns whether to enter a folder.
  private mutating func visit(
    _ location: FileLocation, _ stamp: FileStamp
  ) -> Bool {
    let name = location.string
    if name == ".git" { return false }
    guard let path = try? WorkspacePath(name) else {
      disk.problems[NameKey(name)] = "its name spells '.git' or is too long; it stays on disk and is not recorded"
      return false
    }
    if stamp.kind == .directory { return entersFolder(path) }
    if let folder = bare.visit(path, in: disk.tree) { disk.note(folder) }
    // An ignored link leads to a document, too.
    if stamp.kind == .symlink { disk.cache.symbolicLinks.note(path, stamp, in: disk.tree) }
    let recorded = missing.removeValue(forKey: path)
    if let recorded, let known = disk.cache[path], known.blob == recorded.id, known.mode == recorded.mode,
      known.proves(stamp), known.stamp.changed == stamp.changed
    {
      return false
    }
    if recorded == nil, disk.rules.isIgnored(path, false) { return false }
    observations.append(Observation(path: path))
    return false
  }

  private func entersFolder(_ path: WorkspacePath) -> Bool {
    if let boundary = disk.tree.nestedBoundary(of: FileLocation(path)) {
      disk.note(ForeignFolder(path: path.string, boundary: boundary))
      return false
    }
    disk.noteFollowed(path)
    guard disk.rules.isIgnored(path, true) else { return true }
    return (try? disk.recorded.entry(at: path)) != nil
  }
}

extension DiskView {
  /// Returns the paths whose state on disk is not proven by the stat cache to be the tip's.
  package func changedPaths(below folder: WorkspacePath?, believesDeletions: Bool) throws -> [Observation] {
    var scan = FolderScan(of: self)
    return try scan.changedPaths(below: folder, believesDeletions: believesDeletions)
  }
}
