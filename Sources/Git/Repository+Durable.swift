internal import CLinux
package import GitObjects
internal import Glibc

extension Repository {
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
      // The parents are last: a directory must not be durable before its entries.
      var folders = Set(loose.map { String(LooseObject.name(of: $0).prefix("objects/00".utf8.count)) })
      if !loose.isEmpty { folders.insert("objects") }
      if !packs.isEmpty { folders.insert("objects/pack") }
      for folder in folders.sorted(by: >) { try directory.syncDirectory(folder) }
    }
    flushedPacks.note(packs)
  }

  /// Flushes a loose object; a missing one was packed durably meanwhile.
  private func flushIfLoose(
    _ id: ObjectID, _ flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    do throws(ObjectStoreError) { try flushLoose(id, flush) } catch {
      if directory.exists(LooseObject.name(of: id)) { throw error }
      unflushed.remove(id)
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
}

/// The pack files that one handle has flushed to the device already.
struct FlushedPacks {
  /// One state of a pack's file.
  struct File: Hashable {
    /// The name in `.git`.
    var name: String
    private var inode: UInt64
    private var size: Int64

    fileprivate init(_ name: String, _ status: stat) {
      self.name = name
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
    }
  }

  private var known: Set<File> = []

  /// Returns the packs and indexes that were not flushed yet.
  func pending(in directory: GitDirectory) -> [File] {
    directory.names(in: "objects/pack").compactMap { entry in
      guard entry.hasPrefix("pack-"), entry.hasSuffix(".pack") || entry.hasSuffix(".idx") else { return nil }
      let name = "objects/pack/" + entry
      return directory.status(name).map { File(name, $0) }
    }.filter { !known.contains($0) }
  }

  /// Notes that files, with their directory entries, are on the device.
  mutating func note(_ files: [File]) { known.formUnion(files) }
}
