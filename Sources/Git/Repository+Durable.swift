internal import CLinux
package import GitObjects
internal import Glibc

extension Repository {
  /// So many files are synced one by one; more of them with the whole file system.
  private static let fewFiles = 32

  /// Makes durable what makes a folder a repository: HEAD, the configuration and the directories.
  ///
  /// Called when the folder was set up. What the repository holds is the recorder's to make durable.
  ///
  /// - Throws: `.failed` where the device refuses.
  package func makeFrameDurable() throws(ObjectStoreError) {
    for name in ["HEAD", "config"] { try synchronize(file: name) }
    for name in ["objects", "refs/heads", "refs", "stet", ".", ".."] where directory.exists(name) {
      try directory.syncDirectory(name)
    }
  }

  /// Flushes objects that others wrote, and the packs that this handle has not flushed yet, to the device.
  ///
  /// `git commit` syncs no loose object, and `git fetch` no name of a pack: both are lost by a power cut within about
  /// 30 s on ext4, and a journal that builds on them cannot be replayed then. Loose ones get a spare too: a `git prune`
  /// that runs may know of nothing that names them.
  ///
  /// - Parameter ids: nil for all objects.
  /// - Throws: `.failed` where the device refuses.
  package func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) {
    try synchronize(ids) { name throws(ObjectStoreError) in try directory.syncFile(name) }
  }

  /// Flushes objects that others wrote.
  ///
  /// - Parameter flush: flushes the file of a loose object to the device.
  /// - Throws: as `synchronize(_:)`.
  func synchronize(
    _ ids: [ObjectID]?, flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    let packs = flushedPacks.pending(in: directory)
    for id in ids ?? [] { keepSpare(of: id) }
    let loose = (ids ?? []).filter { directory.exists(LooseObject.name(of: $0)) }
    if ids == nil || packs.count + loose.count > Self.fewFiles {
      do throws(ObjectStoreError) { try synchronizeDevice() } catch {
        unflushed.formUnion(loose)
        throw error
      }
      for id in loose where unflushed.contains(id) { try flushIfLoose(id, flush) }
    } else if !packs.isEmpty || !loose.isEmpty {
      for pack in packs { try synchronize(file: pack.name) }
      for id in loose { try flushIfLoose(id, flush) }
      // The parents last: a name must not be there before what it names.
      var folders = Set(loose.map { String(LooseObject.name(of: $0).prefix("objects/00".utf8.count)) })
      if !loose.isEmpty { folders.insert("objects") }
      if !packs.isEmpty { folders.insert("objects/pack") }
      for folder in folders.sorted(by: >) { try directory.syncDirectory(folder) }
    }
    flushedPacks.note(packs)
  }

  /// Flushes a loose object; one that is gone was packed meanwhile, durably.
  private func flushIfLoose(
    _ id: ObjectID, _ flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    do throws(ObjectStoreError) { try flushLoose(id, flush) } catch {
      if directory.exists(LooseObject.name(of: id)) { throw error }
      unflushed.remove(id)
    }
  }

  /// Flushes one file; one that is gone was packed meanwhile, durably.
  private func synchronize(file name: String) throws(ObjectStoreError) {
    let descriptor = open(directory.path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return }
      throw GitError.system("\(directory.path(name)) could not be opened")
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw GitError.system("\(directory.path(name)) could not be synced") }
  }

  /// Flushes the file system that has the objects.
  private func synchronizeDevice() throws(ObjectStoreError) {
    let descriptor = open(directory.path("objects"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system("\(directory.path("objects")) could not be opened") }
    defer { close(descriptor) }
    guard syncfs(descriptor) == 0 else { throw GitError.system("\(directory.path("objects")) could not be synced") }
  }
}
