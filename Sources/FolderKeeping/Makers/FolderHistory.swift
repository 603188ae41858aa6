package import Documents
internal import FileSystem
package import GitObjects
package import Merge
package import Recording
package import WorkTree
package import WorkspaceAPI

/// Reads the commits of the folder: operations, adoptions, authors and origins.
///
/// Belongs to the executor of `FolderKeeper`.
package struct FolderHistory {
  package let recorder: Recorder
  let branch: BranchPeer
  let adoptionLog: AdoptionLog
  let events: EventHub
  let time: any TimeSource
  let folder: FolderState
  let frame: TurnFrame

  /// Returns the steps for commits, newest first, with the states before and after them.
  ///
  /// - Throws: `VerbError` if a commit cannot be read.
  func steps(of commits: [ObjectID]) throws(VerbError) -> [UndoPlan.Step] {
    do throws(ObjectStoreError) { return try UndoPlan.Step.joining(commits, graph: recorder.graph) } catch {
      throw VerbError(error)
    }
  }

  /// Returns a commit in the form that the rule of operations uses, without its paths.
  ///
  /// - Throws: `VerbError` if the commit cannot be read.
  func operationCommit(_ id: ObjectID) throws(VerbError) -> OperationCommit {
    do throws(ObjectStoreError) {
      let commit = try recorder.graph.commit(id)
      let message = try recorder.graph.message(of: id)
      return OperationCommit(
        id: id, parents: commit.parents,
        author: AuthorRecord(try recorder.graph.author(of: id), personName: commit.author.name),
        machine: message.machine, seconds: commit.author.seconds, subject: message.subject, change: message.change,
        restores: message.restores,
        resolves: message.resolves, undoes: message.undoes)
    } catch { throw VerbError(error) }
  }

  /// Returns the id of a commit's operation; nil if the commit cannot be read.
  func operationID(of commit: ObjectID) -> String? { try? operationCommit(commit).key }

  /// Returns the sides that a merge joined, one for each parent.
  ///
  /// - Throws: `VerbError` if a commit cannot be read.
  func sides(of merge: ObjectID) throws(VerbError) -> [MergedSide] {
    do throws(ObjectStoreError) {
      let parents = try recorder.graph.commit(merge).parents
      var sides: [MergedSide] = []
      for parent in parents {
        var machines: Set<String> = []
        for id in try recorder.graph.commits(from: parent, excluding: parents.filter { $0 != parent }) {
          if let machine = try recorder.graph.message(of: id).machine {
            machines.insert(machine)
          }
        }
        sides.append(MergedSide(parent: parent, machines: machines.sorted()))
      }
      return sides
    } catch { throw VerbError(error) }
  }

  /// Returns the machines, the number of commits and the paths of an adoption from the remote without a merge.
  ///
  /// - Throws: `VerbError` if a commit cannot be read.
  package func taken(_ adoption: OperationCommit) throws(VerbError) -> (
    machines: [String], commits: Int, paths: [String]
  ) {
    guard let before = adoption.parents.first else { return ([], 0, []) }
    var machines: Set<String> = []
    let commits: [ObjectID]
    do throws(ObjectStoreError) {
      commits = try recorder.graph.commits(from: adoption.id, excluding: [before])
      // The newest commits show the machines; the first exchange may bring a very large number.
      for id in commits.prefix(500) {
        if let machine = try recorder.graph.message(of: id).machine {
          machines.insert(machine)
        }
      }
    } catch { throw VerbError(error) }
    return (machines.sorted(), commits.count, try paths(of: adoption.id, unlike: before))
  }

  /// Returns the ids of the changes between two states that concern conflicts.
  ///
  /// - Throws: `VerbError` if a commit cannot be read.
  package func changes(
    from before: ObjectID, to after: ObjectID, concerning table: OpenConflicts
  ) throws(VerbError) -> [String] {
    guard !table.isEmpty else { return [] }
    do throws(ObjectStoreError) {
      var found: [String] = []
      for id in try recorder.graph.commits(from: after, excluding: [before]) {
        let key = try recorder.graph.message(of: id).change ?? id.hex
        if table.concerns(key) { found.append(key) }
      }
      return found
    } catch { throw VerbError(error) }
  }

  /// Returns the adoptions from the remote without a merge, newest first; empty if the log cannot be read.
  func adoptions() -> [Adoption] { (try? adoptionLog.list()) ?? [] }

  /// Records an adoption from the remote that the history itself does not show.
  func noteAdoption(from before: ObjectID?, to target: ObjectID) {
    do {
      guard
        let adoption = try Adoption.find(
          from: before, to: target, at: time.now().seconds, graph: recorder.graph, store: recorder.objects)
      else { return }
      try adoptionLog.note(adoption)
    } catch {
      events.publish(
        .problem, "what came from other machines could not be noted as one: \(error); its commits can be taken back")
    }
  }

  /// Returns the files that taking the steps back may change; unreadable steps are left out, since `takeBack` reports
  /// them.
  package func places(of steps: [UndoPlan.Step]) -> [WorkspacePath] {
    Set(steps.flatMap { places(of: $0.after, unlike: $0.before) }).sorted()
  }

  /// Returns the files that differ between a commit and another, or none; empty if a commit cannot be read.
  func places(of commit: ObjectID, unlike other: ObjectID?) -> [WorkspacePath] {
    do throws(ObjectStoreError) {
      return try TreeDiff.changes(
        from: other.map { other throws(ObjectStoreError) in try recorder.graph.commit(other).tree },
        to: recorder.graph.commit(commit).tree, in: recorder.objects
      ).compactMap { try? WorkspacePath($0.path) }
    } catch { return [] }
  }

  /// Returns the paths that differ between a commit and one of its parents.
  ///
  /// - Throws: `VerbError` if a commit cannot be read.
  func paths(of commit: ObjectID, unlike parent: ObjectID) throws(VerbError) -> [String] {
    do throws(ObjectStoreError) {
      return try TreeDiff.changes(
        from: recorder.graph.commit(parent).tree, to: recorder.graph.commit(commit).tree, in: recorder.objects
      ).map(\.path)
    } catch { throw VerbError(error) }
  }

  /// Returns the authors of commits.
  package func authors(of commits: Set<ObjectID>) -> [ObjectID: Author] {
    var authors: [ObjectID: Author] = [:]
    for id in commits { authors[id] = try? recorder.graph.author(of: id) }
    return authors
  }

  /// Returns whether one commit is in the other's history; false if the history cannot be read.
  package func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) -> Bool {
    (try? recorder.graph.isAncestor(ancestor, of: commit)) ?? false
  }

  /// Returns a commit's first parent; nil if it has none or cannot be read.
  package func parent(of commit: ObjectID) -> ObjectID? { (try? recorder.graph.commit(commit))?.parents.first }

  /// Returns whether a commit or the tip has an entry at a path.
  ///
  /// - Throws: `VerbError` if a tree cannot be read.
  package func isKnown(_ path: WorkspacePath, in commit: ObjectID) throws(VerbError) -> Bool {
    do throws(ObjectStoreError) {
      if try recorder.entry(at: path) != nil { return true }
      return try Tree.entry(at: path.string, of: recorder.objects.commit(commit).tree, in: recorder.objects) != nil
    } catch { throw VerbError(error) }
  }

  /// Returns the writes that bring paths (empty: all) to a commit's versions, without files whose content would not
  /// change.
  ///
  /// - Throws: `VerbError` if a tree cannot be read.
  package func writes(restoring paths: [WorkspacePath], to commit: ObjectID, origin: WriteOrigin) throws(VerbError)
    -> [Write]
  {
    do throws(ObjectStoreError) {
      let target = try recorder.objects.commit(commit).tree
      return try TreeDiff.changes(from: recorder.tipTree, to: target, in: recorder.objects).compactMap { change in
        guard let path = try? WorkspacePath(change.path), change.old?.mode != .gitlink, change.new?.mode != .gitlink
        else { return nil }
        guard paths.isEmpty || paths.contains(where: { $0 == path || path.isBelow($0) }) else { return nil }
        guard let new = change.new else { return Write(path: path, action: .delete, origin: origin) }
        return Write(path: path, action: .place(mode: new.mode, blob: new.id), origin: origin, believesDeletion: true)
      }
    } catch { throw VerbError(error) }
  }

  /// Returns the remote's branch as git and as Stet last saw it.
  func published() -> [ObjectID] {
    ["refs/remotes/origin/" + branch.name, StetReference.seen(branch.name, of: "origin")].compactMap { name in
      (try? recorder.objects.reference(name)) ?? nil
    }
  }

  /// Returns the tip, and the remote's branch as last seen if the tip includes it: a fetched commit that was not taken
  /// yet is not recorded here.
  package func taken() -> [ObjectID] {
    guard let tip = recorder.tip else { return [] }
    return [tip] + published().filter { (try? recorder.graph.isAncestor($0, of: tip)) ?? false }
  }

  /// Returns the newest commit that no replay replaces: the tip without a remote, else the remote's branch as last seen;
  /// nil if the tip does not include that.
  package func settled() -> ObjectID? {
    let published = published()
    guard let tip = recorder.tip, !published.isEmpty else { return recorder.tip }
    return published.first { (try? recorder.graph.isAncestor($0, of: tip)) ?? false }
  }

  /// Keeps a commit that git dropped under a reference, unless one exists.
  ///
  /// - Returns: whether a reference keeps it now.
  @discardableResult
  func rescue(_ commit: ObjectID) -> Bool {
    let name = StetReference.rescue + commit.hex.prefix(12)
    do throws(ObjectStoreError) {
      if try recorder.objects.reference(name) != commit {
        try recorder.objects.setReference(name, to: commit, expecting: nil)
      }
      return true
    } catch { return false }
  }

  /// Keeps the tip under a reference for later restoration, unless one exists.
  func rescueTip() {
    if let tip = recorder.tip { rescue(tip) }
  }

  /// Returns the data in a commit's message; nil if the commit cannot be read or another program made it.
  package func message(of id: ObjectID) -> CommitMessage? { try? recorder.graph.message(of: id) }

  /// The time for which a read waits for the origin, in nanoseconds.
  private static let readTime: Int64 = 2_000_000

  /// The length of a slice of the search beside the reads, in nanoseconds.
  private static let sliceTime: Int64 = 5_000_000

  /// The maximum number of slices for one file: a history of many hundred thousand commits is not searched completely
  /// for a read.
  private static let mostSlices = 400

  /// Returns the origin of a file as far as it is known. For a file that changed long ago in a long history, the result
  /// may be nil: then the search continues beside the reads, and the next read has the result.
  func origin(of path: WorkspacePath) -> FileProvenance? {
    let walk = recorder.tips.origin(of: path, until: time.now().monotonic + Self.readTime)
    completeOrigins()
    return walk?.modified.map { modified in
      let created = walk?.created
      return FileProvenance(
        createdBy: created.map { AuthorRecord($0.author, personName: $0.name) }, createdAt: created?.time,
        lastModifiedBy: AuthorRecord(modified.author, personName: modified.name), lastModifiedAt: modified.time)
    }
  }

  /// Starts the search for the files whose search took longer than a read or a turn has; returns at once.
  func completeOrigins() {
    guard recorder.tips.origins.takeWaiting() else { return }
    frame.start(.findOrigins)
  }

  /// Searches the origins of the waiting files in slices between the turns.
  func lookForOrigins(isolation: isolated (any Actor)? = #isolation) async {
    while let path = recorder.tips.origins.next {
      for _ in 0..<Self.mostSlices {
        let end = time.now().monotonic + Self.sliceTime
        guard folder.isRecording, let walk = recorder.tips.origin(of: path, until: end), walk.canContinue else { break }
        await Task.yield()
      }
      recorder.tips.origins.finishNext()
    }
  }

  /// Returns a commit's entry at a path; nil if there is none.
  func entry(at path: WorkspacePath, in commit: ObjectID) -> TreeEntry? {
    guard let tree = try? recorder.objects.commit(commit).tree else { return nil }
    return try? Tree.entry(at: path.string, of: tree, in: recorder.objects)
  }

  /// Returns the paths that steps change.
  ///
  /// - Throws: `VerbError` if a commit cannot be read.
  func paths(of steps: [UndoPlan.Step]) throws(VerbError) -> [WorkspacePath] {
    do throws(ObjectStoreError) {
      var paths: Set<WorkspacePath> = []
      for step in steps {
        let before = try step.before.map { id throws(ObjectStoreError) in try recorder.graph.commit(id).tree }
        let after = try recorder.graph.commit(step.after).tree
        for change in try TreeDiff.changes(from: before ?? .emptyTree, to: after, in: recorder.objects) {
          if let path = try? WorkspacePath(change.path) { paths.insert(path) }
        }
      }
      return paths.sorted()
    } catch { throw VerbError(error) }
  }

  /// Returns those of the commits that restore earlier content, each with the commit that a restore names.
  package func bringingBack(_ commits: Set<ObjectID>) -> [ObjectID: ObjectID?] {
    var found: [ObjectID: ObjectID?] = [:]
    for id in commits {
      guard let message = message(of: id),
        message.restores != nil || !message.undoes.isEmpty || !message.resolves.isEmpty
      else { continue }
      found[id] = .some(message.restores.flatMap { ObjectID(hex: $0) })
    }
    return found
  }

  /// Returns the lines of a file in a commit as `git blame` counts them; nil if the commit has no such file.
  package func lines(of path: String, in commit: ObjectID) -> [String]? {
    guard let tree = try? recorder.graph.commit(commit).tree,
      let entry = try? Tree.entry(at: path, of: tree, in: recorder.objects), entry.mode.isFile,
      let bytes = try? recorder.objects.blob(entry.id)
    else { return nil }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns whether all commits that came to the tip after a commit are Stet's; false if they are too many to check.
  package func hasOnlyOwnCommits(after clean: ObjectID, to tip: ObjectID) -> Bool {
    let most = 200
    guard let commits = try? recorder.graph.commits(from: tip, excluding: [clean], limit: most), commits.count < most
    else { return false }
    return commits.allSatisfy { (try? recorder.graph.maker(of: $0)) == .stet }
  }
}
