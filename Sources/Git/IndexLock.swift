internal import GitObjects
internal import Glibc

/// Our hold on `.git/index.lock`.
///
/// The lock is made elsewhere, whole and recorded, and linked into its place: it stands only for as long as the branch
/// takes to move, however large the index, since the person's git gives up at once where it meets a lock. At no moment a
/// lock of ours stands that is not recorded, nor a record that fits a lock of git's.
struct IndexLock {
  /// The lock's name in `.git`.
  static let name = "index.lock"

  private let directory: GitDirectory
  private let temporary: String

  /// Makes the lock with the index that is to stand when the branch is at a commit; it is not taken yet.
  ///
  /// - Throws: `.locked` where somebody holds it; `.failed` where the disk refuses.
  init(
    _ directory: GitDirectory, temporary: String, content: [UInt8], branch: String, commit: ObjectID
  ) throws(ObjectStoreError) {
    self.directory = directory
    self.temporary = temporary
    // The record must go on fitting a lock of ours that stands: it proves that nobody alive holds it.
    guard !directory.exists(Self.name) else { throw .locked(directory.path(Self.name)) }
    directory.remove(temporary)
    do throws(ObjectStoreError) {
      guard try directory.create(temporary, content), let status = directory.status(temporary) else {
        throw .failed("\(directory.path(temporary)) could not be made")
      }
      var record = LockRecord(inode: UInt64(status.st_ino))
      // Twice: ext4 writes the content of a file together with its name only where it is renamed over another one, and
      // a power cut must not leave the lock with an empty record.
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
  /// - Throws: `.locked` where it stands; nothing is left of ours then.
  func take() throws(ObjectStoreError) {
    guard link(directory.path(temporary), directory.path(Self.name)) != 0 else { return }
    let code = errno
    forget()
    if code == EEXIST { throw .locked(directory.path(Self.name)) }
    throw GitError.system("\(directory.path(Self.name)) could not be made", code: code)
  }

  /// Makes the lock's content the index, which frees the lock.
  ///
  /// - Throws: `.failed` where it cannot be renamed.
  func commit() throws(ObjectStoreError) {
    try directory.rename(Self.name, to: "index")
    forget()
  }

  /// Makes the lock's content the index, has the branch moved, and frees the lock, in this order (decision 38).
  ///
  /// git's commit looks at HEAD, then at the index, and then locks it. Who read the index of before finds HEAD moved, and
  /// gives up. With the branch first it could put the index of before upon the new branch, and its commit took all back
  /// that came with the move.
  ///
  /// - Parameters:
  ///   - spare: a name in `.git` of this file system, under which the index of before is kept meanwhile.
  ///   - move: moves the branch.
  /// - Throws: what `move` throws, and `.failed` where the disk refuses. The index of before stands then, and the lock is
  ///   still ours.
  func commit(
    keeping spare: String, moving move: () throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    directory.remove(spare)
    let hasBefore = directory.exists("index")
    // The system may refuse a second name for a file of somebody else's.
    if hasBefore, link(directory.path("index"), directory.path(spare)) != 0,
      try !directory.create(spare, directory.read("index") ?? [])
    {
      throw .failed("\(directory.path(spare)) could not be made")
    }
    do throws(ObjectStoreError) {
      try directory.rename(temporary, to: "index")
      try move()
    } catch {
      // What cannot be put back is ahead of its branch: to git that is staged, and nothing is lost by it.
      if hasBefore { try? directory.rename(spare, to: "index") } else { directory.remove("index") }
      directory.remove(spare)
      throw error
    }
    directory.remove(Self.name)
    directory.remove(spare)
    forget()
  }

  /// Frees the lock; the index stays as it is.
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
