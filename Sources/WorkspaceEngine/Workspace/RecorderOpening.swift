internal import Documents
internal import FileSystem
internal import FileWatching
internal import Git
internal import GitObjects
internal import History

/// Opens the recorder of a folder with everything it needs from the real world.
struct RecorderOpening {
  /// The recorder, recovered.
  var recorder: Recorder
  /// The repository it writes to.
  var repository: Repository
  /// The user's branch.
  var branch: BranchPeer
  /// Whether the last stop was in order, or the machine has not been restarted since.
  var wasClean: Bool

  /// Opens it; blocks.
  ///
  /// - Throws: `VerbError` with what was kept and what to do.
  static func open(
    _ settings: WorkspaceSettings, time: any TimeSource, ignored: IgnoredFolders
  ) throws(VerbError) -> RecorderOpening {
    let root = settings.root
    do {
      let tree = try DiskTree(root: root)
      let repository = try Repository(root: root)
      _ = try repository.clearStaleIndexLock(now: time.now().seconds)
      let (name, followed) = try branch(of: repository)
      let identity = try StoreIdentity.check(in: tree)
      let rules = RuleBook(root: root, repository: repository, tree: tree, identity: settings.identity, ignored: ignored)
      let opening = try Recorder.open(
        Recorder.Surroundings(
          tree: tree, store: repository, durability: durability(of: repository), rules: rules.rules,
          identity: RecorderIdentity(
            name: settings.identity.name, email: settings.identity.email, machine: settings.identity.machine),
          time: time, makeChangeID: { changeID() }, isCopy: identity.isCopy))
      let recorder = opening.recorder
      if recorder.tip == nil, let followed { try recorder.start(at: followed) }
      return RecorderOpening(
        recorder: recorder, repository: repository,
        branch: BranchPeer(name: name, followed: followed, repository: repository), 
        wasClean: opening.wasClean || identity.isSameBoot)
    } catch let error as FileError {
      throw VerbError(error, root: root)
    } catch let error as ObjectStoreError {
      throw VerbError(error)
    } catch let error as RecordError {
      throw VerbError(error)
    } catch let error as VerbError {
      throw error
    } catch { throw VerbError(.failed, "\(root) could not be opened: \(error)") }
  }

  /// The branch that HEAD names; where HEAD is away from any, the one that was recorded last.
  private static func branch(of repository: Repository) throws -> (name: String, commit: ObjectID?) {
    switch try repository.head() {
    case .branch(let name, let commit):
      if let kept = keptBranch(repository), kept != name {
        return (kept, try repository.reference("refs/heads/\(kept)"))
      }
      return (name, commit)
    case .unborn(let name): return (name, nil)
    case .detached, .broken:
      let name = keptBranch(repository) ?? "main"
      return (name, try repository.reference("refs/heads/\(name)"))
    }
  }

  /// The branch that Stet records, as `init` noted it in the configuration (`stet.branch`).
  private static func keptBranch(_ repository: Repository) -> String? {
    repository.setting("stet.branch")
  }

  private static func durability(of repository: Repository) -> ObjectDurability {
    ObjectDurability(
      makeDurable: { (ids: [ObjectID]) throws(ObjectStoreError) in
        _ = try repository.writePack(objects: ids)
        _ = try repository.dropLoose(ids)
      },
      beginImport: { () throws(ObjectStoreError) in BulkPack(PackImporter(repository)) })
  }

  /// 16 hexadecimal digits.
  private static func changeID() -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
