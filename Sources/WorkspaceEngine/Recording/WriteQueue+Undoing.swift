internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History
internal import Merge

extension WriteQueue {
  /// What was written to take changes back, and what stays as it is.
  struct TakenBack: Sendable {
    /// The writes.
    var writes: [Write]
    /// What became of each.
    var outcomes: [WriteOutcome]
    /// What stays because somebody was there since.
    var left: [LeftPlace]
  }

  /// Takes changes back, newest first, in one turn with the look at what stands.
  ///
  /// - Throws: `VerbError` where a version cannot be read; then nothing was changed.
  func takeBack(_ steps: [UndoPlan.Step], origin: WriteOrigin) throws(VerbError) -> TakenBack {
    guard let tip = recorder.tip, !steps.isEmpty else { return TakenBack(writes: [], outcomes: [], left: []) }
    do throws(ObjectStoreError) {
      let plan = try UndoPlan(
        takingBack: steps, tip: tip, graph: recorder.graph, store: recorder.objects, origin: origin)
      let outcomes = plan.writes.isEmpty ? [] : perform(plan.writes)
      for write in plan.writes where write.action == .delete { recorder.removeEmptyFolders(above: write.path) }
      return TakenBack(writes: plan.writes, outcomes: outcomes, left: plan.left)
    } catch { throw VerbError(error) }
  }

  /// Commits, newest first, as what lies before and after them.
  func steps(of commits: [ObjectID]) throws(VerbError) -> [UndoPlan.Step] {
    do throws(ObjectStoreError) { return try UndoPlan.Step.joining(commits, graph: recorder.graph) } catch {
      throw VerbError(error)
    }
  }

  /// A commit as the rule of operations sees it, without its paths.
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

  /// What a commit is called as an operation; nil where it cannot be read.
  func operationID(of commit: ObjectID) -> String? { try? operationCommit(commit).key }

  /// The two lines that a merge brought together.
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

  /// What was taken from the remote without a merge: the machines it came from, how many commits, and the paths.
  func taken(_ adoption: OperationCommit) throws(VerbError) -> (machines: [String], commits: Int, paths: [String]) {
    guard let before = adoption.parents.first else { return ([], 0, []) }
    var machines: Set<String> = []
    let commits: [ObjectID]
    do throws(ObjectStoreError) {
      commits = try recorder.graph.commits(from: adoption.id, excluding: [before])
      // Where they came from is told by the newest; the first exchange may bring very many.
      for id in commits.prefix(500) {
        if let machine = try recorder.graph.message(of: id).machine {
          machines.insert(machine)
        }
      }
    } catch { throw VerbError(error) }
    return (machines.sorted(), commits.count, try paths(of: adoption.id, unlike: before))
  }

  /// The changes between two states that say anything of conflicts, by their ids.
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

  /// What was taken from the remote without a merge, newest first; what cannot be read is no reason to refuse the rest.
  func adoptions() -> [Adoption] { (try? adoptionLog.list()) ?? [] }

  /// Notes what an adoption took from the remote, where the history does not say it.
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

  /// The files that taking changes back may touch; what cannot be read is left to the taking back to say.
  func places(of steps: [UndoPlan.Step]) -> [WorkspacePath] {
    Set(steps.flatMap { places(of: $0.after, unlike: $0.before) }).sorted()
  }

  /// The files that a commit has otherwise than another, or than none; none where they cannot be read.
  func places(of commit: ObjectID, unlike other: ObjectID?) -> [WorkspacePath] {
    do throws(ObjectStoreError) {
      return try TreeDiff.changes(
        from: other.map { other throws(ObjectStoreError) in try recorder.graph.commit(other).tree },
        to: recorder.graph.commit(commit).tree, in: recorder.objects
      ).compactMap { try? WorkspacePath($0.path) }
    } catch { return [] }
  }

  /// The paths that a commit has otherwise than one of its parents.
  func paths(of commit: ObjectID, unlike parent: ObjectID) throws(VerbError) -> [String] {
    do throws(ObjectStoreError) {
      return try TreeDiff.changes(
        from: recorder.graph.commit(parent).tree, to: recorder.graph.commit(commit).tree, in: recorder.objects
      ).map(\.path)
    } catch { throw VerbError(error) }
  }
}
