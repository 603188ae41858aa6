internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History
internal import Merge

extension WriteQueue {
  /// The result of taking changes back.
  struct TakenBack: Sendable {
    /// The writes.
    var writes: [Write]
    /// The outcome of each write.
    var outcomes: [WriteOutcome]
    /// The places that stay because of later changes by others.
    var left: [LeftPlace]
  }

  /// Undoes changes, newest first, in one turn with the comparison with the current files.
  ///
  /// - Parameter kept: files that stay unchanged.
  /// - Throws: `VerbError` if a version cannot be read; then nothing was changed.
  func takeBack(
    _ steps: [UndoPlan.Step], but kept: Set<WorkspacePath>, origin: WriteOrigin
  ) throws(VerbError) -> TakenBack {
    guard let tip = recorder.tip, !steps.isEmpty else { return TakenBack(writes: [], outcomes: [], left: []) }
    do throws(ObjectStoreError) {
      let plan = try UndoPlan(
        takingBack: steps, tip: tip, graph: recorder.graph, store: recorder.objects, origin: origin)
      let writes = plan.writes.filter { !kept.contains($0.path) }
      let outcomes = writes.isEmpty ? [] : perform(writes)
      for write in writes where write.action == .delete { recorder.tree.removeEmptyFolders(above: write.path) }
      return TakenBack(writes: writes, outcomes: outcomes, left: plan.left)
    } catch { throw VerbError(error) }
  }

  /// Returns the result of a function of the held versions.
  func withHolds<R: Sendable>(_ body: @Sendable (HoldLedger) -> R) -> R { body(recorder.holds) }

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
        restores: message.restores, resolves: message.resolves, undoes: message.undoes)
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
          if let machine = try recorder.graph.message(of: id).machine { machines.insert(machine) }
        }
        sides.append(MergedSide(parent: parent, machines: machines.sorted()))
      }
      return sides
    } catch { throw VerbError(error) }
  }

  /// Returns the machines, the number of commits and the paths of an adoption from the remote without a merge.
  ///
  /// - Throws: `VerbError` if a commit cannot be read.
  func taken(_ adoption: OperationCommit) throws(VerbError) -> (machines: [String], commits: Int, paths: [String]) {
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
  func changes(
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
  func places(of steps: [UndoPlan.Step]) -> [WorkspacePath] {
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
}
