internal import CLinux
package import GitObjects
internal import Glibc

/// Flushes the files of a repository to the device.
package struct RepositoryDurability {
  let repository: Repository
  private var directory: GitDirectory { repository.directory }

  /// The number of files up to which each is synced by itself; above it the whole file system is synced.
  private static let fewFiles = 32

  /// Syncs the files that make a folder a repository: HEAD, the configuration and the directories.
  ///
  /// Called after the folder was set up. The recorder syncs the repository's contents.
  ///
  /// - Throws: `.failed` if the device fails.
  package func makeFrameDurable() throws(ObjectStoreError) {
    for name in ["HEAD", "config"] { try synchronize(file: name) }
    for name in ["objects", "refs/heads", "refs", "stet", ".", ".."] where directory.exists(name) {
      try directory.syncDirectory(name)
    }
  }

  /// Flushes objects written by other programs, and the packs that this handle has not flushed yet, to the device.
  ///
  /// `git commit` syncs no loose object, and `git fetch` no directory entry of a pack: a power cut within about 30 s
  /// loses both on ext4, and a journal based on them cannot be replayed then. Loose objects get a spare, too, because a
  /// concurrent `git prune` may know no reference to them.
  ///
  /// - Parameter ids: the objects; nil for all.
  /// - Throws: `.failed` if the device fails.
  package func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) {
    try synchronize(ids) { name throws(ObjectStoreError) in try directory.syncFile(name) }
  }

  /// Flushes objects written by other programs.
  ///
  /// - Parameter flush: flushes the file of a loose object to the device.
  /// - Throws: as `synchronize(_:)`.
  func synchronize(
    _ ids: [ObjectID]?, flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    let packs = repository.flushedPacks.pending(in: directory)
    for id in ids ?? [] { repository.keepSpare(of: id) }
    let loose = (ids ?? []).filter { directory.exists(LooseObject.name(of: $0)) }
    if ids == nil || packs.count + loose.count > Self.fewFiles {
      do throws(ObjectStoreError) { try synchronizeDevice() } catch {
        repository.unflushed.formUnion(loose)
        throw error
      }
      for id in loose where repository.unflushed.contains(id) { try flushIfLoose(id, flush) }
    } else if !packs.isEmpty || !loose.isEmpty {
      for pack in packs { try synchronize(file: pack.name) }
      for id in loose { try flushIfLoose(id, flush) }
      // The parents are last: a directory must not be durable before its entries.
      var folders = Set(loose.map { String(LooseObject.name(of: $0).prefix("objects/00".utf8.count)) })
      if !loose.isEmpty { folders.insert("objects") }
      if !packs.isEmpty { folders.insert("objects/pack") }
      for folder in folders.sorted(by: >) { try directory.syncDirectory(folder) }
    }
    repository.flushedPacks.note(packs)
  }

  /// Flushes a loose object; a missing one was packed durably meanwhile.
  private func flushIfLoose(
    _ id: ObjectID, _ flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    do throws(ObjectStoreError) { try flushLoose(id, flush) } catch {
      if directory.exists(LooseObject.name(of: id)) { throw error }
      repository.unflushed.remove(id)
    }
  }

  /// Flushes one file; a missing one was packed durably meanwhile.
  private func synchronize(file name: String) throws(ObjectStoreError) {
    let descriptor = open(directory.path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return }
      throw GitError.system("\(directory.path(name)) could not be opened")
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw GitError.system("\(directory.path(name)) could not be synced") }
  }

  /// Flushes the file system that contains the objects.
  private func synchronizeDevice() throws(ObjectStoreError) {
    let descriptor = open(directory.path("objects"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system("\(directory.path("objects")) could not be opened") }
    defer { close(descriptor) }
    guard syncfs(descriptor) == 0 else { throw GitError.system("\(directory.path("objects")) could not be synced") }
  }

  /// Makes objects durable as loose files; packed ones are durable already.
  ///
  /// - Throws: `.failed` if the device fails, or an object is neither loose nor packed.
  package func synchronizeLoose(_ ids: [ObjectID]) throws(ObjectStoreError) {
    try synchronizeLoose(ids) { name throws(ObjectStoreError) in try directory.syncFile(name) }
  }

  /// Makes objects durable as loose files.
  ///
  /// - Parameter flush: flushes a file of the directory to the device.
  /// - Throws: as `synchronizeLoose(_:)`.
  func synchronizeLoose(
    _ ids: [ObjectID], flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    try repository.restorePruned()
    try repository.refreshIfPacksChanged()
    var folders: Set<String> = []
    for id in ids {
      if repository.isInOwnPack(id) {
        repository.unflushed.remove(id)
        continue
      }
      try flushLoose(id, flush)
      folders.insert("objects/" + id.hex.prefix(2))
    }
    for folder in folders.sorted() { try directory.syncDirectory(folder) }
    if !folders.isEmpty { try directory.syncDirectory("objects") }
  }

  /// Makes one object durable as a loose file.
  ///
  /// A file whose flush failed is written again: the kernel marks unwritten pages as clean, so that the next flush of
  /// the same file succeeds.
  func flushLoose(
    _ id: ObjectID, _ flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    if !repository.unflushed.contains(id), (try? flush(LooseObject.name(of: id))) == nil {
      repository.unflushed.insert(id)
    }
    guard repository.unflushed.contains(id) else { return }
    try repository.rewriteLoose(id)
    repository.unflushed.remove(id)
  }

  /// The number of bytes that can still be written to the repository's file system; nil if it is not known.
  package var room: Int? {
    var status = statvfs()
    guard statvfs(directory.path, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMuch ? .max : Int(clamping: bytes)
  }
}

extension Repository {
  /// The flushing of files to the device.
  package var durability: RepositoryDurability { RepositoryDurability(repository: self) }

  /// Flushes objects written by other programs, and the packs that this handle has not flushed yet, to the device.
  package func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) { try durability.synchronize(ids) }
}
