import Glibc

extension SimulatedDisk {
  /// Applies a change and adds it to the pending steps of the journal.
  mutating func change(_ change: SimulatedChange) {
    current.apply(change)
    pending.append(change)
  }

  /// Creates a new inode under an unused name.
  ///
  /// - Throws: `FileError.exists`.
  @discardableResult
  mutating func make(
    _ location: FileLocation, _ kind: FileStamp.Kind, permissions: UInt32, target: [UInt8] = [], at now: Int64,
    _ operation: FileOperation
  ) throws(FileError) -> UInt64 {
    let entry = try entry(location, operation)
    guard current.inode(entry) == nil else { throw FileError(errno: EEXIST, operation, location) }
    let inode = nextInode
    nextInode += 1
    var attributes = SimulatedAttributes(permissions: permissions & 0o7777)
    // A folder with the set-group-id bit passes its group on.
    if let folder = current.nodes[entry.folder]?.attributes, folder.permissions & 0o2000 != 0 {
      attributes.group = folder.group
      if kind == .directory { attributes.permissions |= 0o2000 }
    }
    change(.make(inode: inode, node: SimulatedNode(kind: kind, attributes: attributes, target: target), at: entry))
    if kind == .file { files[inode] = SimulatedFile() }
    times[inode] = (now, now)
    times[entry.folder] = (now, now)
    return inode
  }

  /// Writes bytes to a file at an offset, as in the page cache; zeros fill a gap.
  mutating func write(_ bytes: [UInt8], to inode: UInt64, at offset: Int, _ now: Int64) {
    var content = files[inode]?.current ?? []
    if content.count < offset { content += [UInt8](repeating: 0, count: offset - content.count) }
    content.replaceSubrange(offset..<min(content.count, offset + bytes.count), with: bytes)
    files[inode]?.current = content
    times[inode] = (now, now)
  }

  /// Truncates a file to zero.
  mutating func truncate(_ inode: UInt64, _ now: Int64) {
    guard files[inode]?.current.isEmpty == false else { return }
    change(.truncate(inode: inode))
    files[inode]?.current = []
    times[inode] = (now, now)
  }

  /// Simulates `fdatasync` of a file, or `fsync` of a folder, on an ordered journal: the file's bytes and *every* step
  /// so far become durable, the bytes of other files do not (measured: review A1).
  mutating func commit(bytesOf inode: UInt64?) {
    for change in pending {
      if case .truncate(let file) = change { files[file]?.durable = [] }
      committed.apply(change)
    }
    pending = []
    if let inode, let content = files[inode]?.current { files[inode]?.durable = content }
    dropNameless()
  }

  /// Simulates `syncfs`: all steps and the bytes of all files become durable.
  mutating func commitAll() {
    commit(bytesOf: nil)
    for (inode, file) in files { files[inode]?.durable = file.current }
  }

  /// Deletes inodes that have neither a name nor an open handle. Only after a commit: before it, the device may still
  /// have their names.
  private mutating func dropNameless() {
    let open = Set(handles.values.map(\.inode))
    for (inode, node) in current.nodes where node.links == 0 && !open.contains(inode) {
      current.nodes[inode] = nil
      committed.nodes[inode] = nil
      files[inode] = nil
      times[inode] = nil
    }
  }

  /// Simulates a power cut: a prefix of the steps after the last commit survives, none after a missing one.
  mutating func crash(using generator: inout some RandomNumberGenerator) {
    let survived = Int.random(in: 0...pending.count, using: &generator)
    var truncatedLater: Set<UInt64> = []
    for (index, change) in pending.enumerated() {
      if index < survived { committed.apply(change) }
      guard case .truncate(let inode) = change else { continue }
      if index < survived { files[inode]?.durable = [] } else { truncatedLater.insert(inode) }
    }
    committed.dropUnreachable()
    // In numerical order, so that the same seed gives the same disk.
    for inode in files.keys.sorted() {
      guard committed.nodes[inode] != nil, let file = files[inode] else {
        files[inode] = nil
        continue
      }
      let content = file.survivor(mayHoldNewer: !truncatedLater.contains(inode), using: &generator)
      files[inode] = SimulatedFile(current: content, durable: content)
    }
    current = committed
    pending = []
    handles = [:]
    isPowerless = false
  }
}
