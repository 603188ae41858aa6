import Glibc

/// The process lock of a workspace, or of a part of its local state: one process at a time writes to it.
///
/// The file, `.git/stet/lock` for the workspace, is locked by `flock`, which the kernel releases whenever the process
/// ends, so a held lock is never stale. The file is kept; it contains the holder's process id as text while the lock is
/// held, unless the disk was full when it was taken.
package final class FileLock: Sendable {
  /// The lock of the workspace.
  package static let workspace = FileLocation.store("lock")
  private let file: Descriptor
  private let tree: DiskTree
  private let location: FileLocation

  private init(file: consuming Descriptor, in tree: DiskTree, at location: FileLocation) {
    self.file = file
    self.tree = tree
    self.location = location
  }

  deinit {
    ftruncate(file.number, 0)
    // Closing alone is not enough: a child that is being started holds a copy until it runs its program.
    flock(file.number, LOCK_UN)
  }

  /// Takes the lock; nil if another process, or another value in this one, holds it. Creates the missing folder of the
  /// file.
  ///
  /// - Throws: `FileError` if the root or the lock file cannot be opened or written.
  package static func tryLock(root: String, at location: FileLocation = workspace) throws(FileError) -> FileLock? {
    let tree = try DiskTree(root: root)
    try tree.makeDirectories(location.parent)
    for _ in 0..<16 {
      let place = try tree.lookup.place(location, .lock)
      let number = place.open(O_RDWR | O_CREAT | O_NONBLOCK, permissions: 0o600)
      guard number >= 0 else { throw FileError(errno: -number, .lock, location) }
      let file = Descriptor(owning: number)
      let result = SystemCall.result { flock(number, LOCK_EX | LOCK_NB) }
      if result == -EWOULDBLOCK { return nil }
      guard result >= 0 else { throw FileError(errno: -result, .lock, location) }
      // The file may have been deleted between open and lock; then another file is the lock.
      let opened = try file.stamp(.lock, location)
      guard try place.stamp(.lock)?.inode == opened.inode else { continue }
      do throws(FileError) { try write("\(getpid())\n", to: file, location) } catch {
        // The id is only information; a daemon also has to start on a full disk, to serve what is recorded.
        guard error.code == .noSpace else { throw error }
      }
      return FileLock(file: file, in: tree, at: location)
    }
    throw FileError(.other, .lock, location, "the lock file disappears again and again; another program deletes it")
  }

  /// Whether the locked file still is the lock file, also after a move of the root. If it was deleted, another `tryLock`
  /// can succeed, and this holder must stop writing.
  package var isInPlace: Bool {
    guard let named = try? tree.identity(of: location), let opened = try? file.stamp(.lock, location) else {
      return false
    }
    return named.inode == opened.inode
  }

  /// Returns the process that holds the lock; nil if none does.
  ///
  /// The lock is not touched, so that this never makes another `tryLock` fail. The id in the file counts while the
  /// kernel's list of locks (`/proc/locks`) contains it or, without that list, while the process exists.
  package static func holder(root: String, of location: FileLocation = workspace) throws(FileError) -> Int32? {
    let tree = try DiskTree(root: root)
    guard let content = try tree.read(location, limit: 64) else { return nil }
    let text = String(decoding: content.bytes, as: UTF8.self).split(separator: "\n").first ?? ""
    guard let holder = Int32(text), holder > 0 else { return nil }
    guard let locks = SystemIdentity.text(of: "/proc/locks") else { return kill(holder, 0) == 0 ? holder : nil }
    let isHeld = locks.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      return fields.count > 5 && fields[1] == "FLOCK" && fields[4] == text
        && fields[5].hasSuffix(":\(content.stamp.inode)")
    }
    return isHeld ? holder : nil
  }

  private static func write(
    _ text: String, to file: borrowing Descriptor, _ location: FileLocation
  ) throws(FileError) {
    let number = file.number
    var bytes = text
    let result = bytes.withUTF8 { buffer in
      guard ftruncate(number, 0) == 0 else { return -Int(errno) }
      return SystemCall.result { pwrite(number, buffer.baseAddress, buffer.count, 0) }
    }
    guard result >= 0 else { throw FileError(errno: Int32(-result), .lock, location) }
  }
}
