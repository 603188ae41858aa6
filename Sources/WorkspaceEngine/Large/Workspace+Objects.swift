internal import FileSystem
internal import GitObjects
internal import LargeFiles
internal import Sync

extension Workspace {
  /// The way to a remote's objects, and what sends them there.
  ///
  /// - Parameter name: what tells the place of the objects from others: an address.
  func objects(
    of address: RemoteAddress, _ setting: GitSetting, called name: String
  ) -> (link: ObjectLink, uploader: Uploader) {
    let time = time
    let link = ObjectLink(
      to: address, setting, folder: ObjectFolder(path: settings.root + "/.git/lfs"),
      secondsNow: { time.now().seconds })
    let root = settings.root
    let host = UploadHost(
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
      tellLost: { [git, events] paths in
        guard let first = await Self.filtered(paths, by: git).first else { return }
        events.publish(
          .problem,
          "\(first.string) is published, but its content is neither here nor on the remote; save it again where it is",
          paths: [first.string])
      })
    let uploader = Uploader(
      link, known: KnownObjects(of: name, tree: try? DiskTree(root: root)),
      unpublished: UnpublishedPointers(makeStore: { () throws(ObjectStoreError) in
        try RepositoryStore.open(root: root)
      }), host: host)
    return (link, uploader)
  }

  /// Those that the attributes give to git-lfs: a document about pointers names objects that nobody has.
  private static func filtered(_ paths: [String], by git: GitReader) async -> [WorkspacePath] {
    let paths = Array(paths.prefix(100))
    guard let output = try? await git.run(["check-attr", "-z", "filter", "--"] + paths) else { return [] }
    let fields = String(decoding: output, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
    return stride(from: 0, to: fields.count - 2, by: 3).compactMap { start in
      fields[start + 2] == "lfs" ? try? WorkspacePath(String(fields[start])) : nil
    }
  }
}
