package import FileSystem
internal import Git
internal import GitObjects
internal import LargeFiles
internal import Recording
internal import WorkTree
package import WorkspaceAPI

/// The opened recorder of a folder with its surroundings.
package struct RecorderOpening {
  /// The recorder, recovered.
  var recorder: Recorder
  /// The repository it writes to.
  var repository: Repository
  /// The user's branch.
  var branch: BranchPeer
  /// Whether the last stop was clean, or the machine has not been restarted since.
  var wasClean: Bool
  /// The number of turns that recovery completed; nil after a clean stop.
  var recovered: Int?
  /// The tip at the last checkpoint before the stop.
  var beginning: ObjectID?
  /// Commits that could not be restored; recording continues without them.
  var lost: [ObjectID]
  /// The identity of the store; the boot is stored after the first scan of the folder.
  var identity: StoreIdentity
  var repairLog: RepairLog
  /// The log of adoptions from the remote without a merge.
  var adoptionLog: AdoptionLog
  /// The folder's files.
  var tree: DiskTree
  /// The files of the tip.
  var listing: TipListing
  /// The rules about paths.
  var rules: RuleBook
  /// The contents of large files.
  var large: LargeStore

  /// Checks that folder and repository are on one file system, since files are renamed between them.
  ///
  /// - Throws: `VerbError`: `.refused` if `.git` is a separate mount.
  package static func requireOneMount(_ tree: DiskTree) throws(VerbError) {
    guard tree.beginsMount(FileLocation.store.parent) else { return }
    throw VerbError(
      .refused, "\(tree.path)/.git is on another file system than the folder, or a mount of its own.",
      kept: "Nothing was changed.", next: "Move the repository onto the folder's file system.")
  }

  /// Opens the recorder; blocks.
  ///
  /// - Throws: `VerbError` with the state of the files and the next step.
  static func open(
    _ settings: WorkspaceSettings, time: any TimeSource, ignored: IgnoredFolders, loss: LossPolicy
  ) throws(VerbError) -> RecorderOpening {
    let root = settings.root
    do {
      let tree = try DiskTree(root: root)
      try requireOneMount(tree)
      let frame = [try ConfigurationCopy(root: root).restore(), try ReferenceRepair.restoreHead(root: root)]
      let repository = try Repository(root: root)
      try repository.restorePrunedAtStart()
      _ = try repository.locks.clearStaleIndexLock(now: time.now().seconds)
      _ = repository.locks.removeStaleLocks(now: time.now().seconds)
      RepositoryLocks.removeLeftPacks(root: root, now: time.now().seconds)
      // An error only means that there is no copy to restore a damaged configuration from.
      try? ConfigurationCopy(root: repository.root).keep()
      let name = try FollowedBranch.name(in: repository)
      let repairLog = RepairLog(tree: tree)
      let repaired = try repairReferences(of: repository, branch: name)
      defer {
        // The recorder restores its own references from its journal, so their commits are known only afterwards.
        let found = (frame.compactMap(\.self) + repaired).map { item in
          let present =
            item.commit ?? (item.name.hasPrefix("refs/") ? (try? repository.reference(item.name)) ?? nil : nil)
          return RepairedReference(name: item.name, commit: present, lost: item.lost).description
        }
        repairLog.note(found, now: time.now().seconds)
      }
      let identity = try StoreIdentity.check(in: tree)
      let mark = identity.mark(in: repository)
      let rules = RuleBook(
        repository: repository, tree: tree, identity: settings.identity, ignored: ignored,
        isNew: try repository.reference(StetReference.tip) == nil)
      let policy = rules.policyBook
      let large = LargeStore(
        folder: ObjectFolder(path: root + "/.git/lfs"),
        rule: LargeRule(threshold: policy.accepted.placeholders.largeOver),
        keepFree: policy.accepted.placeholders.keepFree)
      let heldBefore = try repository.reference(StetReference.held)
      let opening = try Recorder.open(
        RecorderSurroundings(
          tree: tree, store: repository, durability: durability(of: repository, tree, rules.rules), rules: rules.rules,
          identity: RecorderIdentity(
            name: settings.identity.name, email: settings.identity.email, machine: settings.identity.machine,
            mark: mark, beginning: repository.reflogs.cloned("HEAD")),
          time: time, large: large,
          makeChangeID: { RecorderIdentity.changeID(mark: mark, random: .random(in: 0 ... .max)) },
          isCopy: identity.isCopy, isSameBoot: identity.isSameBoot, loss: loss,
          readsCacheLater: true))
      let recorder = opening.recorder
      // Without this log, a lost pack or object may hide the only reference to earlier versions.
      try? repository.reflogs.beginLog(of: StetReference.held)
      let wasClean = opening.wasClean || identity.isSameBoot
      repairLog.note(
        opening.unreadJournals.map { file in
          "the device did not give \(file) to its end; what it held before that place was recorded, and the files in the "
            + "folder are recorded as they are"
        }, now: time.now().seconds)
      if identity.isCopy {
        repairLog.note(
          [
            "this folder is a copy of another one, or was moved to another disk or machine: what was under way there is "
              + "kept in .git/stet/rescue and was not repeated here"
          ], now: time.now().seconds)
      }
      try identity.notePlace()
      try clearBarriers(in: tree)
      repository.locks.removeLeftStreams()
      if !opening.wasClean || !identity.isSameBoot {
        repository.locks.removeLeftTemporaries()
        // The objects that are needed were written again from the journal; other missing objects are restored like any
        // lost object.
        if !identity.isSameBoot { repository.damagedFiles.removeEmptyObjects() }
        // An index that git has locked, or that has an unknown form, is repaired later when the recorder follows the
        // branch.
        _ = try? BranchFollower(repository).repairIndex()
      }
      var lost = opening.lost
      if let commit = try incompleteCommit(on: name, repository, recorder) {
        // The kernel wrote the branch of the person's git before the power cut but not all of its objects; a copy may
        // be in git's index or in the folder.
        guard loss == .goesOn else {
          throw ObjectStoreError.damaged(commit, "git committed it just before a power cut")
        }
        lost.append(commit)
        try repository.setReference(
          "refs/heads/\(name)", to: recorder.tip, expecting: repository.reference("refs/heads/\(name)"))
      }
      if loss == .goesOn {
        // A branch that names a lost commit is set to the remaining tip.
        var known: [String: ObjectID] = [:]
        known["refs/heads/\(name)"] = recorder.tip
        var left = try repository.referenceRepair.repair(branch: name, knowing: known, namingLost: true)
        // The recorder has moved its own reference already.
        let heldNow = try repository.reference(StetReference.held)
        if let heldBefore, heldBefore != heldNow, (try? repository.read(heldBefore)) == nil {
          left.append(RepairedReference(name: StetReference.held, commit: heldNow, lost: heldBefore))
        }
        repairLog.note(left.map(\.description), now: time.now().seconds)
      }
      if recorder.tip == nil, let present = try repository.reference("refs/heads/\(name)") {
        try recorder.start(at: present)
      }
      return RecorderOpening(
        recorder: recorder, repository: repository,
        branch: try BranchPeer(
          name: name, repository: repository, graph: recorder.graph, tip: recorder.tip, start: time.now(),
          isAfterPowerLoss: !wasClean),
        wasClean: wasClean,
        recovered: opening.wasClean ? nil : opening.replayed,
        beginning: opening.beginning, lost: lost, identity: identity, repairLog: repairLog,
        adoptionLog: AdoptionLog(tree: tree), tree: tree, listing: opening.listing, rules: rules, large: large)
    } catch { throw VerbError(any: error, otherwise: "\(root) could not be opened") }
  }

  /// Returns a commit on the branch that the tip lacks and that has missing objects; nil for none.
  private static func incompleteCommit(
    on branch: String, _ repository: Repository, _ recorder: Recorder
  ) throws(ObjectStoreError) -> ObjectID? {
    guard let present = try repository.reference("refs/heads/\(branch)"), present != recorder.tip, recorder.tip != nil
    else { return nil }
    return MissingObjects.firstIncomplete(
      from: present, over: recorder.tip, limit: 64, graph: recorder.graph, in: repository)
  }

  /// Repairs references that name nothing. The recorder repairs its own from its journal.
  private static func repairReferences(
    of repository: Repository, branch: String
  ) throws(ObjectStoreError) -> [RepairedReference] {
    var known: [String: ObjectID] = [:]
    known["refs/heads/\(branch)"] = try FollowedBranch(name: branch, repository: repository).noted()
    return try repository.referenceRepair.repair(branch: branch, knowing: known)
  }

  /// Makes the folder for the files of barriers and deletes files that a killed process left there. Without the folder,
  /// each barrier would read the whole workspace folder.
  private static func clearBarriers(in tree: DiskTree) throws(FileError) {
    let place = FileLocation.store("cookies")
    try tree.makeDirectories(place)
    for entry in try tree.entries(of: place) { try tree.remove(.store("cookies/\(entry.name)")) }
  }

  private static func durability(
    of repository: Repository, _ tree: DiskTree, _ rules: RecordingRules
  ) -> ObjectDurability {
    ObjectDurability(
      makeDurable: { (ids: [ObjectID]) throws(ObjectStoreError) in
        do throws(ObjectStoreError) { _ = try repository.writePack(objects: ids) } catch {
          guard case .failed = error else { throw error }
          // A full disk has no space for a second copy of the objects.
          return try repository.durability.synchronizeLoose(ids)
        }
        _ = try repository.dropLoose(ids)
      },
      beginImport: { () throws(ObjectStoreError) in
        BulkPack(PackImporter(repository), of: tree, mayHoldSecret: rules.mayHoldSecret)
      },
      room: { repository.durability.room })
  }
}
