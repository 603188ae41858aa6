import CLinux
import Glibc

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
    let from = try place(source, operation)
    let to = try place(target, operation)
    return from.call { folder, name in
      to.call { renameat2(folder, name, $0, $1, flags) }
    }
  }

  /// Moves a file on a file system without exclusive rename: creates a hard link, which never replaces, then deletes
  /// the old name. A crash in between leaves both names. Folders cannot have two names, so they are refused.
  private func moveByLink(_ source: FileLocation, toNew target: FileLocation) throws(FileError) {
    let from = try place(source, .move)
    let to = try place(target, .move)
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
      folder = try place(location, .remove)
    } catch  where error.code == .noParent {
      return
    }
    let result = folder.call { unlinkat($0, $1, 0) }
    guard result >= 0 || result == -ENOENT else { throw FileError(errno: -result, .remove, location) }
  }
}
