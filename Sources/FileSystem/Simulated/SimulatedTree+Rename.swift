import Glibc

extension SimulatedTree {
  package func exchange(_ first: FileLocation, _ second: FileLocation) throws(FileError) {
    try perform(.exchange, first) { disk, now throws(FileError) in
      let one = try disk.entry(first, .exchange)
      let other = try disk.entry(second, .exchange)
      guard disk.current.inode(one) != nil, disk.current.inode(other) != nil else {
        throw FileError(errno: ENOENT, .exchange, first)
      }
      guard !disk.holds(one, other), !disk.holds(other, one) else { throw FileError(errno: EINVAL, .exchange, first) }
      disk.rename(.exchange(one, other), one, other, at: now)
    }
  }

  package func move(_ source: FileLocation, toNew target: FileLocation) throws(FileError) {
    try perform(.move, source) { disk, now throws(FileError) in
      let from = try disk.entry(source, .move)
      let to = try disk.entry(target, .move)
      guard disk.current.inode(from) != nil else { throw FileError(errno: ENOENT, .move, source) }
      guard disk.current.inode(to) == nil else { throw FileError(errno: EEXIST, .move, target) }
      guard !disk.holds(from, to) else { throw FileError(errno: EINVAL, .move, source) }
      disk.rename(.move(from, to: to), from, to, at: now)
    }
  }

  package func replace(_ target: FileLocation, with source: FileLocation) throws(FileError) {
    try perform(.replace, target) { disk, now throws(FileError) in
      let from = try disk.entry(source, .replace)
      let to = try disk.entry(target, .replace)
      guard let moved = disk.current.inode(from) else { throw FileError(errno: ENOENT, .replace, target) }
      if let old = disk.current.inode(to) {
        // For two names of one file nothing happens, as POSIX requires.
        if old == moved { return }
        let isFolder = disk.current.nodes[moved]?.kind == .directory
        let replacesFolder = disk.current.nodes[old]?.kind == .directory
        if replacesFolder, !isFolder { throw FileError(errno: EISDIR, .replace, target) }
        if isFolder, !replacesFolder { throw FileError(errno: ENOTDIR, .replace, target) }
        guard disk.current.nodes[old]?.entries.isEmpty != false else {
          throw FileError(errno: ENOTEMPTY, .replace, target)
        }
      }
      guard !disk.holds(from, to) else { throw FileError(errno: EINVAL, .replace, target) }
      disk.rename(.move(from, to: to), from, to, at: now)
    }
  }

  package func remove(_ location: FileLocation) throws(FileError) {
    try perform(.remove, location) { disk, now throws(FileError) in
      let entry: SimulatedEntry
      do throws(FileError) {
        entry = try disk.entry(location, .remove)
      } catch  where error.code == .noParent {
        return
      }
      guard let inode = disk.current.inode(entry) else { return }
      guard disk.current.nodes[inode]?.kind != .directory else { throw FileError(errno: EISDIR, .remove, location) }
      disk.change(.unlink(entry))
      disk.times[entry.folder] = (now, now)
      disk.times[inode]?.changed = now
    }
  }

  package func makeDirectories(_ location: FileLocation) throws(FileError) {
    if location == .root { return }
    if location.parent != .root, try stamp(of: location.parent)?.kind != .directory {
      try makeDirectories(location.parent)
    }
    try perform(.makeDirectories, location) { disk, now throws(FileError) in
      let entry = try disk.entry(location, .makeDirectories)
      switch disk.current.inode(entry).flatMap({ disk.current.nodes[$0]?.kind }) {
      case .directory: return
      case .symlink: throw FileError(errno: ELOOP, .makeDirectories, location, at: .parent)
      case .file, .other: throw FileError(errno: EEXIST, .makeDirectories, location)
      case nil: try disk.make(location, .directory, permissions: 0o755, at: now, .makeDirectories)
      }
    }
  }

  package func removeDirectory(_ location: FileLocation) throws(FileError) -> Bool {
    try perform(.removeDirectory, location) { disk, now throws(FileError) in
      guard location != .root else {
        throw FileError(.outside, .removeDirectory, location, "this is not the name of a file")
      }
      guard let inode = try disk.inodeIfAny(location, .removeDirectory), let node = disk.current.nodes[inode],
        node.kind == .directory, node.entries.isEmpty
      else { return false }
      let entry = try disk.entry(location, .removeDirectory)
      disk.change(.unlink(entry))
      disk.times[entry.folder] = (now, now)
      return true
    }
  }
}

extension SimulatedDisk {
  /// Returns whether the first name's folder is the second name's parent or one of its ancestors.
  func holds(_ outer: SimulatedEntry, _ inner: SimulatedEntry) -> Bool {
    guard let start = current.inode(outer) else { return false }
    var pending = [start]
    while let inode = pending.popLast() {
      if inode == inner.folder { return true }
      guard let node = current.nodes[inode], node.kind == .directory else { continue }
      pending += node.entries.values
    }
    return false
  }

  /// Renames and sets the times as a disk does: those of the folders, and the change time of the renamed file.
  mutating func rename(_ change: SimulatedChange, _ first: SimulatedEntry, _ second: SimulatedEntry, at now: Int64) {
    self.change(change)
    for entry in [first, second] {
      times[entry.folder] = (now, now)
      if let inode = current.inode(entry) { times[inode]?.changed = now }
    }
  }
}
