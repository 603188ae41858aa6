import CLinux
import Glibc

extension DiskTree {
  package func create(
    _ location: FileLocation, bytes: [UInt8], permissions: UInt32, durable: Bool
  ) throws(FileError) {
    let place = try lookup.place(location, .create)
    let number = place.open(O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
    guard number >= 0 else { throw FileError(errno: -number, .create, location) }
    let file = Descriptor(owning: number)
    var failure = FileBytes.write(bytes, to: number)
    if failure == 0, durable { failure = -SystemCall.result { fdatasync(number) } }
    guard failure == 0 else {
      // A partly written file, or one whose sync failed, is deleted; after a failed sync its pages count as clean.
      if let made = try? file.stamp(.create, location), let named = try? place.stamp(.create),
        made.inode == named.inode, made.device == named.device
      {
        _ = place.call { unlinkat($0, $1, 0) }
      }
      throw FileError(errno: failure, .create, location)
    }
  }

  package func createLink(_ location: FileLocation, target: [UInt8]) throws(FileError) {
    let place = try lookup.place(location, .createLink)
    guard !target.isEmpty, !target.contains(0) else {
      throw FileError(.other, .createLink, location, "a link needs a target, and no NUL in it")
    }
    let text = target.map { CChar(bitPattern: $0) } + [0]
    let result = place.call { symlinkat(text, $0, $1) }
    guard result >= 0 else { throw FileError(errno: -result, .createLink, location) }
  }

  package func append(_ location: FileLocation, bytes: [UInt8], durable: Bool) throws(FileError) -> FileStamp {
    let place = try lookup.place(location, .append)
    if let seen = try place.stamp(.append), seen.kind != .file {
      throw FileError(errno: EISDIR, .append, location)
    }
    let number = place.open(O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, permissions: 0o666)
    guard number >= 0 else { throw FileError(errno: -number, .append, location) }
    let file = Descriptor(owning: number)
    guard try file.stamp(.append, location).kind == .file else {
      throw FileError(errno: EISDIR, .append, location)
    }
    var failure = FileBytes.write(bytes, to: number)
    if failure == 0, durable { failure = -SystemCall.result { fdatasync(number) } }
    guard failure == 0 else { throw FileError(errno: failure, .append, location) }
    return try file.stamp(.append, location)
  }

  package func share(_ location: FileLocation, contentOf source: Int32) throws(FileError) -> Bool {
    let place = try lookup.place(location, .append)
    let number = place.open(O_WRONLY | O_NONBLOCK)
    guard number >= 0 else { throw FileError(errno: -number, .append, location) }
    let file = Descriptor(owning: number)
    // FICLONE, _IOW(0x94, 9, int): the macro is not visible to Swift.
    return ioctl(file.number, UInt(0x4004_9409), source) == 0
  }

  package func synchronize(_ location: FileLocation) throws(FileError) {
    let result: Int32
    if try stamp(of: location)?.kind == .directory {
      let folder = try lookup.openFolder(location, .synchronize)
      let number = folder.number
      result = SystemCall.result { fsync(number) }
    } else {
      let place = try lookup.place(location, .synchronize)
      guard let file = try lookup.openFile(place, .synchronize) else {
        throw FileError(errno: ENOENT, .synchronize, location)
      }
      let number = file.number
      result = SystemCall.result { fdatasync(number) }
    }
    guard result >= 0 else { throw FileError(errno: -result, .synchronize, location) }
  }

  package func synchronizeAll() throws(FileError) {
    let folder = try lookup.openFolder(.root, .synchronize)
    let number = folder.number
    let result = SystemCall.result { syncfs(number) }
    guard result >= 0 else { throw FileError(errno: -result, .synchronize, .root) }
  }
}

extension DiskTree {
  /// The maximum number of files open at once.
  private static let mostOpen = 64

  package func synchronize(_ locations: [FileLocation]) throws(FileError) {
    if locations.count == 1 { return try synchronize(locations[0]) }
    var rest = locations[...]
    while !rest.isEmpty {
      try synchronizeTogether(rest.prefix(Self.mostOpen))
      rest = rest.dropFirst(Self.mostOpen)
    }
  }

  private func synchronizeTogether(_ locations: ArraySlice<FileLocation>) throws(FileError) {
    var numbers: [Int32] = []
    defer { for number in numbers { close(number) } }
    for location in locations {
      let number = try lookup.place(location, .synchronize).open(O_RDONLY | O_NONBLOCK, permissions: 0)
      guard number >= 0 else { throw FileError(errno: -number, .synchronize, location) }
      numbers.append(number)
    }
    guard let failure = GroupSync.run(numbers) else { return }
    throw FileError(errno: failure.code, .synchronize, locations[locations.startIndex + failure.index])
  }
}

extension DiskTree {
  package func exchange(_ first: FileLocation, _ second: FileLocation) throws(FileError) {
    let result = try rename(first, second, flags: clinux_rename_exchange, .exchange)
    guard result >= 0 else { throw FileError(errno: -result, .exchange, first) }
  }

  package func move(_ source: FileLocation, toNew target: FileLocation) throws(FileError) {
    let result = try rename(source, target, flags: clinux_rename_noreplace, .move)
    if result == -EINVAL || result == -ENOSYS { return try moveByLink(source, toNew: target) }
    guard result >= 0 else { throw FileError(errno: -result, .move, result == -EEXIST ? target : source) }
  }

  package func replace(_ target: FileLocation, with source: FileLocation) throws(FileError) {
    let result = try rename(source, target, flags: 0, .replace)
    guard result >= 0 else { throw FileError(errno: -result, .replace, target) }
  }

  private func rename(
    _ source: FileLocation, _ target: FileLocation, flags: UInt32, _ operation: FileOperation
  ) throws(FileError) -> Int32 {
    let from = try lookup.place(source, operation)
    let to = try lookup.place(target, operation)
    return from.call { folder, name in
      to.call { renameat2(folder, name, $0, $1, flags) }
    }
  }

  /// Moves a file on a file system without exclusive rename: creates a hard link, which never replaces, then deletes
  /// the old name. A crash in between leaves both names. Folders cannot have two names, so they are refused.
  private func moveByLink(_ source: FileLocation, toNew target: FileLocation) throws(FileError) {
    let from = try lookup.place(source, .move)
    let to = try lookup.place(target, .move)
    guard try from.stamp(.move)?.kind != .directory else { throw FileError(errno: EINVAL, .move, source) }
    let linked = from.call { folder, name in
      to.call { linkat(folder, name, $0, $1, 0) }
    }
    guard linked >= 0 else { throw FileError(errno: -linked, .move, linked == -EEXIST ? target : source) }
    let removed = from.call { unlinkat($0, $1, 0) }
    guard removed >= 0 else { throw FileError(errno: -removed, .move, source) }
  }

  package func remove(_ location: FileLocation) throws(FileError) {
    let folder: DiskPlace
    do {
      folder = try lookup.place(location, .remove)
    } catch  where error.code == .noParent {
      return
    }
    let result = folder.call { unlinkat($0, $1, 0) }
    guard result >= 0 || result == -ENOENT else { throw FileError(errno: -result, .remove, location) }
  }
}
