internal import GitObjects
internal import Glibc

/// Stet's hold on `.git/index.lock`.
///
/// The lock is created under another name, complete and recorded, and then linked to its final name. It exists only
/// while the branch moves, however large the index, because the person's git fails at once if it finds a lock. At no
/// moment does an unrecorded lock of Stet's exist, nor a record that matches a lock of git's.
struct IndexLock {
  /// The lock's name in `.git`.
  static let name = "index.lock"

  private let directory: GitDirectory
  private let temporary: String

  /// Creates the lock file with the index for a branch's new commit; the lock is not taken yet.
  ///
  /// - Throws: `.locked` if another program holds it; `.failed` if the disk fails.
  init(
    _ directory: GitDirectory, temporary: String, content: [UInt8], branch: String, commit: ObjectID
  ) throws(ObjectStoreError) {
    self.directory = directory
    self.temporary = temporary
    // The record of an existing lock must be kept: it proves that no running process holds that lock.
    guard !directory.exists(Self.name) else { throw .locked(directory.path(Self.name)) }
    directory.remove(temporary)
    do throws(ObjectStoreError) {
      guard try directory.create(temporary, content), let status = directory.status(temporary) else {
        throw .failed("\(directory.path(temporary)) could not be created")
      }
      var record = LockRecord(inode: UInt64(status.st_ino))
      // Written twice: ext4 writes content and name of a file together only if it is renamed over another one, and a
      // power cut must not leave the lock with an empty record.
      try write(record)
      record.ready = (branch, commit)
      try write(record)
    } catch {
      forget()
      throw error
    }
  }

  /// Takes the lock.
  ///
  /// - Throws: `.locked` if it exists; the prepared file is deleted then.
  func take() throws(ObjectStoreError) {
    guard link(directory.path(temporary), directory.path(Self.name)) != 0 else { return }
    let code = errno
    forget()
    if code == EEXIST { throw .locked(directory.path(Self.name)) }
    throw GitError.system("\(directory.path(Self.name)) could not be created", code: code)
  }

  /// Renames the lock to the index, which releases the lock.
  ///
  /// - Throws: `.failed` if it cannot be renamed.
  func commit() throws(ObjectStoreError) {
    try directory.rename(Self.name, to: "index")
    forget()
  }

  /// Makes the lock's content the index, moves the branch, and releases the lock, in this order (decision 38).
  ///
  /// git's commit reads HEAD, then the index, and then locks it. A git that read the old index then finds HEAD moved,
  /// and fails. If the branch moved first, git could write the old index over the new branch, and its commit would undo
  /// the move.
  ///
  /// - Parameters:
  /// - spare: a name in `.git` on the same file system, under which the old index is kept meanwhile.
  /// - move: moves the branch.
  /// - Throws: errors of `move`, and `.failed` if the disk fails. The old index is restored then, and the lock is still
  ///   held.
  ///   still ours.
  func commit(
    keeping spare: String, moving move: () throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    directory.remove(spare)
    let hasBefore = directory.exists("index")
    // The system may refuse a hard link to a file of another owner.
    if hasBefore, link(directory.path("index"), directory.path(spare)) != 0,
      try !directory.create(spare, directory.read("index") ?? [])
    {
      throw .failed("\(directory.path(spare)) could not be created")
    }
    do throws(ObjectStoreError) {
      try directory.rename(temporary, to: "index")
      try move()
    } catch {
      // An index that cannot be restored is ahead of its branch: git shows it as staged, and nothing is lost.
      if hasBefore { try? directory.rename(spare, to: "index") } else { directory.remove("index") }
      directory.remove(spare)
      throw error
    }
    directory.remove(Self.name)
    directory.remove(spare)
    forget()
  }

  /// Releases the lock without changing the index.
  func abandon() {
    directory.remove(Self.name)
    forget()
  }

  private func forget() {
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
