internal import FileSystem
internal import FolderKeeping
internal import GitObjects
internal import LargeFiles
internal import GitProcess
internal import Threads
internal import Transfers
internal import WorkTree

/// Sets up the transfers of large objects with a remote, and attends to them.
final class TransferDesk: Sendable {
  private let root: String
  private let keeper: FolderKeeper
  private let exchange: CurrentExchange
  private let contents: LargeContents
  private let evictions: EvictionDesk
  private let conditions: ConditionReader
  private let git: GitReader
  private let events: EventHub
  private let time: any TimeSource

  private var folder: ObjectFolder { keeper.large.folder }

  /// Makes the desk of a folder; `objects(of:_:called:)` begins the work for a remote.
  init(
    root: String, keeper: FolderKeeper, exchange: CurrentExchange, contents: LargeContents, evictions: EvictionDesk,
    conditions: ConditionReader, git: GitReader, events: EventHub, time: any TimeSource
  ) {
    self.root = root
    self.keeper = keeper
    self.exchange = exchange
    self.contents = contents
    self.evictions = evictions
    self.conditions = conditions
    self.git = git
    self.events = events
    self.time = time
  }

  /// Makes the uploader and the downloader for the objects of a remote.
  ///
  /// - Parameter name: the name that distinguishes the place of the objects from others: an address.
  func objects(of address: RemoteAddress, _ setting: GitSetting, called name: String) -> RemoteObjects {
    let (time, root) = (time, root)
    let link = ObjectLink(to: address, setting, folder: folder, secondsNow: { time.now().seconds })
    let rules = keeper.policy.accepted.placeholders
    link.limit(by: rules)
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

  private func uploadHost() -> UploadHost {
    UploadHost(
      rested: { [weak exchange] in exchange?.notify() },
      changed: { [events] held, released in
        if !held.isEmpty {
          events.publish(.held, "not synced yet: the objects of large files go up first", paths: held.sorted())
        }
        if !released.isEmpty {
          events.publish(.released, "their objects are on the remote", paths: released.sorted())
        }
      },
      hindrance: { [conditions, keeper] in await conditions.hindrance(keeper.policy.accepted.placeholders) },
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
    guard let entries = try? await keeper.largeFiles(under: nil) else { return }
    await onThread("stet.store", isBackground: true) { [folder, root] in
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
      arrived: { [weak contents] objects in await contents?.place(objects) },
      hindrance: { [conditions, keeper] in await conditions.hindrance(keeper.policy.accepted.placeholders) },
      isShared: { [folder, root] in folder.sharesBlocks(with: root) },
      makeRoom: { [weak evictions] bytes in await evictions?.makeRoom(bytes) ?? false })
  }

  /// Attends to the transfers once a minute. Other programs use disk and network and may move the branch, so no event
  /// reports these conditions.
  func attend() async {
    let now = time.now().seconds
    await onThread("stet.objects") { [folder] in try? folder.removeLeftovers(now: now) }
    while (try? await Task.sleep(for: .seconds(60))) != nil { await attendOnce() }
  }

  /// Begins transfers that waited for a network or for disk space, and downloads that are wanted since the last time;
  /// reads the policy's limits, and restores its minimum of free disk space. Does nothing without a remote.
  func attendOnce() async {
    guard let objects = exchange.objects else { return }
    objects.link.limit(by: keeper.policy.accepted.placeholders)
    await objects.uploader.look()
    await objects.downloader.look()
    await contents.downloadWantedIfDue()
    _ = await evictions.makeRoom(0)
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
