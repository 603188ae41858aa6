internal import FileSystem
internal import GitObjects
internal import History
internal import LargeFiles
internal import Sync
internal import Threads

extension Workspace {
  /// Makes the uploader and the downloader for the objects of a remote.
  ///
  /// - Parameter name: the name that distinguishes the place of the objects from others: an address.
  func objects(of address: RemoteAddress, _ setting: GitSetting, called name: String) -> RemoteObjects {
    let time = time
    let root = settings.root
    let link = ObjectLink(to: address, setting, folder: large.folder, secondsNow: { time.now().seconds })
    let rules = queue.policy.accepted.placeholders
    link.limit(rules.bandwidth)
    let tree = try? DiskTree(root: root)
    let known = KnownObjects(of: name, tree: tree)
    let unpublished = UnpublishedPointers(makeStore: { () throws(ObjectStoreError) in
      try RepositoryStore.open(root: root)
    })
    return RemoteObjects(
      link: link, known: known, unpublished: unpublished,
      uploader: Uploader(
        link, known: known, unpublished: unpublished, debts: OwedObjects(of: name, tree: tree),
        host: uploadHost()),
      downloader: Downloader(link, known: known, host: downloadHost()))
  }

  /// Returns why large transfers wait; nil if they do not.
  func hindrance() async -> String? {
    await conditions.conditions().hindrance(queue.policy.accepted.placeholders)
  }

  private func uploadHost() -> UploadHost {
    UploadHost(
      rested: { [weak self] in
        guard let engine = self?.exchange.withLock({ $0?.engine }) else { return }
        Task { await engine.notify() }
      },
      changed: { [events] held, released in
        if !held.isEmpty {
          events.publish(.held, "not synced yet: the objects of large files go up first", paths: held.sorted())
        }
        if !released.isEmpty {
          events.publish(.released, "their objects are on the remote", paths: released.sorted())
        }
      },
      hindrance: { [weak self] in await self?.hindrance() },
      store: { [weak self] ids in await self?.storeFromFolder(ids) },
      tellLost: { [git, events] paths in
        guard let first = await Self.filtered(paths, by: git).first else { return }
        events.publish(
          .problem,
          "\(first.string) is published, but its content is neither here nor on the remote; save it again where it is",
          paths: [first.string])
      })
  }

  /// Stores contents that the folder has as objects again, if the objects were deleted.
  private func storeFromFolder(_ ids: Set<ContentID>) async {
    guard let entries = try? await queue.largeFiles(under: nil) else { return }
    await onThread("stet.store", isBackground: true) { [folder = large.folder, root = settings.root] in
      guard let tree = try? DiskTree(root: root) else { return }
      for entry in entries where entry.state == .content && ids.contains(entry.pointer.id) {
        if folder.holds(entry.pointer) { continue }
        // A file that cannot be read or is being written is retried when its object is next found missing.
        _ = try? folder.store(pieces: { share, take in
          let reading = try tree.readPieces(of: FileLocation(entry.path), share: share) { piece in
            piece.withUnsafeBytes(take)
          }
          return reading?.isSettled ?? false
        })
      }
    }
  }

  private func downloadHost() -> DownloadHost {
    DownloadHost(
      arrived: { [weak self] objects in await self?.place(objects) },
      hindrance: { [weak self] in await self?.hindrance() },
      isShared: { [folder = large.folder, root = settings.root] in folder.sharesBlocks(with: root) },
      makeRoom: { [weak self] bytes in await self?.makeRoom(bytes) ?? false })
  }

  /// Puts objects that are here in the place of their placeholders.
  func place(_ objects: [(pointer: Pointer, paths: [WorkspacePath])]) async {
    var wishes = objects.flatMap { object in
      object.paths.map { LargeWish(path: $0, pointer: object.pointer, isPlaceholder: false) }
    }
    wishes.sort { $0.path < $1.path }
    var placed: [String] = []
    var waiting: [WorkspacePath] = []
    for (wish, outcome) in zip(wishes, await queue.exchange(wishes)) {
      let path = wish.path
      switch outcome {
      case .done: placed.append(path.string)
      case .changed, .missing: break
      case .busy, .paused: waiting.append(path)
      case .failed(let why):
        events.publish(.problem, "\(path) came and could not be put in its place: \(why)", paths: [path.string])
      }
    }
    // If the write fails, the content is downloaded on request.
    if !placed.isEmpty || !waiting.isEmpty {
      try? await evictions.change(adding: [], removing: placed + waiting.map(\.string))
    }
    if !waiting.isEmpty { await queue.placeLater(waiting) }
    if !placed.isEmpty {
      let what = placed.count == 1 ? placed[0] : "\(placed.count) large files"
      events.publish(.downloaded, "the content of \(what) is here", paths: placed)
    }
  }

  /// Downloads the contents that the policy and the pins want here; places those whose objects are here.
  func downloadWanted() async {
    guard let downloader = exchange.withLock({ $0?.objects.downloader }) else { return }
    await queue.findLargeFiles(root: settings.root)
    let rules = queue.policy.accepted.placeholders
    let brings = rules.bringsAny || !pins.isEmpty
    let hasRoom = await onThread("stet.objects") { [folder = large.folder] in
      (try? folder.freeSpace()).map { $0 > rules.keepFree } ?? false
    }
    guard let entries = try? await brings ? queue.largeFiles(under: nil) : queue.outdatedLargeFiles() else { return }
    let wantable = entries.filter { entry in
      guard entry.state == .placeholder || entry.state == .changed else { return false }
      let path = entry.path.string
      let rule = rules.download(of: path)
      // If an older content is here, the new one is wanted too, whatever was evicted before. No content is evicted to
      // make room for one that the policy downloads only on request.
      let isWanted =
        entry.state == .changed
        ? rule == .eager || rule == .lazy && hasRoom : rule == .eager && !evictions.covers(path)
      return pins.covers(path) || isWanted
    }
    let held = await heldContents(of: wantable)
    let wanted = wantable.filter { !held.contains($0.pointer) }.map { (pointer: $0.pointer, path: $0.path) }
    let here = wantable.filter { held.contains($0.pointer) }.map { (pointer: $0.pointer, paths: [$0.path]) }
    await downloader.want(wanted, .background)
    if !here.isEmpty { await place(here) }
  }

  /// Returns the contents that are among the local objects; on a thread, because each check reads the disk.
  func heldContents(of entries: [LargeEntry]) async -> Set<Pointer> {
    await onThread("stet.objects") { [folder = large.folder] in
      Set(entries.lazy.map(\.pointer).filter { folder.holds($0) })
    }
  }

  /// Runs once a minute while there is a remote: transfers that waited for a network or for disk space may begin, the
  /// policy's limits may have changed, and the policy's minimum of free disk space is restored.
  func attendTransfers() async {
    let yesterday = Int(time.now().seconds) - 86_400
    await onThread("stet.objects") { [folder = large.folder] in try? folder.removeLeftovers(before: yesterday) }
    while (try? await Task.sleep(for: .seconds(60))) != nil {
      guard let objects = exchange.withLock({ $0?.objects }) else { continue }
      objects.link.limit(queue.policy.accepted.placeholders.bandwidth)
      await objects.uploader.look()
      await objects.downloader.look()
      _ = await makeRoom(0)
    }
  }

  /// Returns the paths that the attributes give to git-lfs: a document about pointers names objects that nobody has.
  private static func filtered(_ paths: [String], by git: GitReader) async -> [WorkspacePath] {
    let paths = Array(paths.prefix(100))
    guard let output = try? await git.run(["check-attr", "-z", "filter", "--"] + paths) else { return [] }
    let fields = String(decoding: output, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
    return stride(from: 0, to: fields.count - 2, by: 3).compactMap { start in
      fields[start + 2] == "lfs" ? try? WorkspacePath(String(fields[start])) : nil
    }
  }
}
