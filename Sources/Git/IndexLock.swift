internal import GitObjects
internal import Glibc

/// Our hold on `.git/index.lock`.
///
/// The lock is made elsewhere, recorded, and linked into its place, so that at no moment a lock of ours stands that
/// is not recorded, nor a record that fits a lock of git's.
struct IndexLock {
  /// The lock's name in `.git`.
  static let name = "index.lock"

  private let directory: GitDirectory
  private let temporary: String
  private var record: LockRecord

  /// Takes the lock with nothing in it.
  ///
  /// - Throws: `.locked` where it stands; `.failed` where it cannot be made.
  init(_ directory: GitDirectory, temporary: String) throws(ObjectStoreError) {
    self.directory = directory
    self.temporary = temporary
    // The record must go on fitting a lock of ours that stands: it proves that nobody alive holds it.
    guard !directory.exists(Self.name) else { throw .locked(directory.path(Self.name)) }
    directory.remove(temporary)
    guard try directory.create(temporary, []), let status = directory.status(temporary) else {
      throw .failed("\(directory.path(temporary)) could not be made")
    }
    record = LockRecord(inode: UInt64(status.st_ino))
    do throws(ObjectStoreError) {
      try write(record)
      guard link(directory.path(temporary), directory.path(Self.name)) == 0 else {
        if errno == EEXIST { throw .locked(directory.path(Self.name)) }
        throw GitError.system("\(directory.path(Self.name)) could not be made")
      }
    } catch {
      directory.remove(LockRecord.name)
      directory.remove(temporary)
      throw error
    }
  }

  /// Fills the lock with the index that is to stand when the branch is at a commit.
  ///
  /// - Throws: `.failed` where the disk refuses.
  mutating func fill(_ content: [UInt8], branch: String, commit: ObjectID) throws(ObjectStoreError) {
    let descriptor = open(directory.path(temporary), O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system("\(directory.path(temporary)) could not be opened") }
    let isWritten = GitDirectory.write(content, to: descriptor)
    let code = errno
    guard close(descriptor) == 0, isWritten else {
      throw GitError.system("\(directory.path(Self.name)) could not be written", code: code)
    }
    record.ready = (branch, commit)
    try write(record)
  }

  /// Makes the lock's content the index, which frees the lock.
  ///
  /// - Throws: `.failed` where it cannot be renamed.
  func commit() throws(ObjectStoreError) {
    try directory.rename(Self.name, to: "index")
    directory.remove(temporary)
    directory.remove(LockRecord.name)
  }

  /// Frees the lock; the index stays as it is.
  func abandon() {
    directory.remove(Self.name)
    directory.remove(temporary)
    directory.remove(LockRecord.name)
  }

  private func write(_ record: LockRecord) throws(ObjectStoreError) {
    let fresh = LockRecord.name + ".new"
    directory.remove(fresh)
    guard try directory.create(fresh, Array(record.text.utf8)) else { throw .locked(directory.path(fresh)) }
    try directory.rename(fresh, to: LockRecord.name)
  }
}
