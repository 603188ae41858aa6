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
  ///   - spare: a name in `.git` on the same file system, under which the old index is kept meanwhile.
  ///   - move: moves the branch.
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

/// The record of Stet's `index.lock` in `.git/stet/index-lock`, which proves that a lock left by a dead process is
/// Stet's.
struct LockRecord: Equatable {
  /// The record's name in `.git`.
  static let name = "stet/index-lock"

  /// The process id.
  var process: Int32
  /// The process's start time in clock ticks since boot, because process ids are reused.
  var began: String
  /// The inode of the lock file: a later lock of git's has another one.
  var inode: UInt64
  /// The branch's commit that the lock's content belongs to, once the content is complete.
  var ready: (branch: String, commit: ObjectID)?

  /// Returns whether two records name the same lock of the same process.
  static func == (left: LockRecord, right: LockRecord) -> Bool {
    left.process == right.process && left.began == right.began && left.inode == right.inode
  }

  /// Creates the record of this process for a lock.
  init(inode: UInt64) {
    process = getpid()
    began = ProcessStart.ticks(of: process) ?? ""
    self.inode = inode
  }

  /// Parses a record; nil if the text is malformed.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3 || words.count == 5, let process = Int32(words[0]), let inode = UInt64(words[2]) else {
      return nil
    }
    self.process = process
    self.began = String(words[1])
    self.inode = inode
    if words.count == 5, let commit = ObjectID(hex: words[4]) { ready = (String(words[3]), commit) }
  }

  /// The encoded record.
  var text: String {
    "\(process) \(began) \(inode)" + (ready.map { " \($0.branch) \($0.commit.hex)" } ?? "")
  }

  /// Whether the process that wrote the record is still running.
  var isAlive: Bool { ProcessStart.ticks(of: process) == began }
}

/// The state of the index lock.
package enum LockState: Hashable, Sendable {
  /// There is no lock.
  case free
  /// A lock has existed since that time (seconds since 1970); its owner may be at work, or in an editor (review A3).
  case held(since: Int64)
  /// A lock exists that belongs to no running process.
  case stale(StaleLock)
}

/// The reason why a lock is known to have no owner.
package enum StaleLock: String, Hashable, Sendable {
  /// A process of Stet created it and has ended.
  case ours
  /// It is older than the start of the machine.
  case olderThanBoot
  /// It is older than ten minutes, and no `git` of this user runs in the repository.
  case abandoned
}
