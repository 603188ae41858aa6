internal import GitObjects
import Glibc

extension SimulatedTree {
  package func stamp(of location: FileLocation) throws(FileError) -> FileStamp? {
    try perform(.stamp, location) { disk, _ throws(FileError) in
      try disk.inodeIfAny(location, .stamp).flatMap { disk.stamp($0) }
    }
  }

  package func read(_ location: FileLocation, limit: Int64) throws(FileError) -> FileContent? {
    try perform(.read, location) { disk, _ throws(FileError) in
      guard let inode = try disk.inodeIfAny(location, .read), let stamp = disk.stamp(inode) else { return nil }
      switch stamp.kind {
      case .symlink:
        return FileContent(bytes: disk.current.nodes[inode]?.target ?? [], stamp: stamp, isSettled: true)
      case .directory, .other:
        throw FileError(errno: EISDIR, .read, location)
      case .file:
        guard stamp.size <= limit else {
          throw FileError(.tooLarge, .read, location, "it is larger than \(limit) bytes")
        }
        return FileContent(
          bytes: disk.files[inode]?.current ?? [], stamp: stamp, isSettled: !disk.isWritten(inode))
      }
    }
  }

  package func witness(_ location: FileLocation) -> OpenWitness? {
    try? program(location) { disk, _ throws(FileError) in
      guard disk.witnessed != nil, let inode = try disk.inodeIfAny(location, .use) else { return nil }
      disk.lastMark += 1
      disk.witnessed?.mark(inode, as: disk.lastMark)
      return OpenWitness(number: disk.lastMark)
    }
  }

  package func wasRead(_ witness: OpenWitness) -> Bool? {
    try? program(.root) { disk, _ throws(FileError) in disk.witnessed?.wasRead(witness.number) }
  }

  package func readPieces(
    of location: FileLocation, share: (_ descriptor: Int32) -> Bool, _ take: (_ piece: [UInt8]) -> Bool
  ) throws(FileError) -> FileReading? {
    let content = try perform(.read, location) { disk, _ throws(FileError) -> FileContent? in
      guard let inode = try disk.inodeIfAny(location, .read), let stamp = disk.stamp(inode) else { return nil }
      guard stamp.kind == .file else { throw FileError(errno: EISDIR, .read, location) }
      return FileContent(bytes: disk.files[inode]?.current ?? [], stamp: stamp, isSettled: !disk.isWritten(inode))
    }
    guard let content else { return nil }
    guard content.isSettled else { return FileReading(stamp: content.stamp, isSettled: false) }
    var rest = content.bytes[...]
    while !rest.isEmpty {
      guard take(Array(rest.prefix(1 << 20))) else { return FileReading(stamp: content.stamp, isSettled: false) }
      rest = rest.dropFirst(1 << 20)
    }
    return FileReading(stamp: content.stamp, isSettled: content.isSettled)
  }

  package func entries(of location: FileLocation) throws(FileError) -> [DirectoryEntry] {
    try perform(.entries, location) { disk, _ throws(FileError) in
      let folder = try disk.folder(location, .entries)
      return disk.names(in: folder).map { DirectoryEntry(name: $0.name, kind: $0.stamp.kind) }
    }
  }

  package func visitNames(
    in location: FileLocation, _ visit: (_ name: String, _ stamp: FileStamp) -> Void
  ) throws(FileError) -> [FileError] {
    // The visitor runs outside the lock, because it may use the tree.
    let found = try perform(.walk, location) { disk, _ throws(FileError) in
      disk.names(in: try disk.folder(location, .walk))
    }
    for (name, stamp) in found { visit(name, stamp) }
    return []
  }

  package func use(of location: FileLocation) throws(FileError) -> FileUse {
    try perform(.use, location) { disk, _ throws(FileError) in
      let inode = try disk.inode(location, .use)
      switch disk.current.nodes[inode]?.kind {
      case .symlink: return .free
      case .file: break
      default: throw FileError(errno: EISDIR, .use, location)
      }
      if disk.isWritten(inode) { return .written }
      return disk.handles.values.contains { $0.inode == inode } ? .read : .free
    }
  }
}

extension SimulatedDisk {
  /// Returns a folder's entries, ordered by their bytes so that a simulation is repeatable.
  func names(in folder: UInt64) -> [(name: String, stamp: FileStamp)] {
    let entries = current.nodes[folder]?.entries ?? [:]
    return entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { name, inode in
      stamp(inode).map { (NameText.decode(name), $0) }
    }
  }
}
