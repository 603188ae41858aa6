internal import Documents
internal import Git
package import GitObjects
internal import Recording
internal import WorkTree

/// Learns the makers of commits, and names the commits that git made during agents' commands.
///
/// Belongs to the executor of `FolderKeeper`.
package struct MakerLedger {
  let recorder: Recorder
  let repository: Repository
  let branch: BranchPeer
  let commitMakers: CommitMakers
  let identity: StoreIdentity
  let events: EventHub
  let links: FolderLinks
  let folder: FolderState
  let history: FolderHistory
  let brackets: BracketLedger
  let names: FileNames
  let frame: TurnFrame

  /// The maximum number of git's commits that one commit names.
  private static let mostNamed = 2_000

  /// Records the commits that git made here while an agent's command, or a program that it left, runs; commits that git
  /// fetched were made elsewhere.
  func noteGitMade(from before: ObjectID?, to commit: ObjectID) {
    guard let session = brackets.commandSession() else { return }
    let known = [before].compactMap(\.self) + fetched() + kept()
    let made = (try? recorder.graph.commits(from: commit, excluding: known, limit: Self.mostNamed)) ?? []
    commitMakers.note(made, during: session, isNamed: false)
    // The graph's cached answers about these commits are not valid any more.
    commitMakers.prepare(recorder.graph)
  }

  /// Records that commits were taken from the person's git.
  func noteTaken(_ commit: ObjectID, from before: ObjectID?) {
    noteGitMade(from: before, to: commit)
    links.listeners.gitTook(history.published(), before)
  }

  /// Returns the remote's branch as git last fetched it, and as Stet last saw it. The result of a push from here is
  /// left out: such a branch names commits that were made here.
  private func fetched() -> [ObjectID] {
    let tracking = "refs/remotes/origin/" + branch.name
    let seen = (try? recorder.objects.reference(StetReference.seen(branch.name, of: "origin"))) ?? nil
    return [repository.reflogs.lastFetched(tracking), seen].compactMap(\.self)
  }

  /// Returns the commits that git dropped or that a replay replaced: they were recorded here.
  private func kept() -> [ObjectID] {
    [StetReference.rescue, StetReference.replayed].flatMap { prefix in
      ((try? recorder.objects.references(withPrefix: prefix)) ?? [:]).values
    }
  }

  /// Names the commits that git made while an agent's command ran in a commit of Stet's, before they are published:
  /// another machine could not distinguish them from the person's.
  package func nameGitMade() {
    guard folder.allows(.write), !recorder.isAdopting, let tip = recorder.tip else { return }
    let unnamed = commitMakers.unnamed.filter { history.isAncestor($0.id, of: tip) }.prefix(Self.mostNamed)
    guard !unnamed.isEmpty else { return }
    let count = unnamed.count == 1 ? "one commit" : "\(unnamed.count) commits"
    var origin = WriteOrigin(author: .sync, subject: "Note that an agent's command ran during \(count) of git's")
    origin.foreign = unnamed.map { ForeignCommit(commit: $0.id.hex, session: $0.session) }
    guard say(origin) else { return }
    commitMakers.noteNamed(unnamed.map { $0.id })
  }

  /// Takes the data about other commits from the message of a commit by Stet.
  private func noteMakers(named message: CommitMessage) {
    guard !message.foreign.isEmpty || message.unsealed != nil else { return }
    for commit in message.foreign {
      if let id = ObjectID(hex: commit.commit) {
        commitMakers.note([id], during: commit.session, isNamed: true)
      }
    }
    if let start = message.unsealed.flatMap({ ObjectID(hex: $0) }), commitMakers.knowsUnsealed {
      commitMakers.noteUnsealed([start])
    }
    commitMakers.prepare(recorder.graph)
  }

  /// Determines the makers of all commits from the whole history: at the first start of a folder that has one.
  ///
  /// Commits that a version of Stet without seals recorded here are believed up to the tip of this start, and a commit
  /// records that for the other machines. A clone reads that from such commits.
  ///
  /// - Parameters:
  ///   - telling: the commits that may have data about others.
  ///   - oldest: the oldest commit that states that Stet made it; nil for none.
  package func learnMakers(telling: [ObjectID], oldest: ObjectID?, at tip: ObjectID) {
    guard !commitMakers.knowsUnsealed else { return }
    func isSealed(_ id: ObjectID) -> Bool {
      (try? recorder.graph.commit(id)).map { recorder.objects.isSealed($0) } ?? false
    }
    let told = telling.filter(isSealed).compactMap { history.message(of: $0) }
    var starts = told.compactMap { $0.unsealed.flatMap { ObjectID(hex: $0) } }
    let isTold = told.contains { $0.unsealed != nil && recorder.identity.made($0) }
    let isClone = identity.isNew && !starts.isEmpty
    let mustTell = !isTold && !isClone && oldest.map(isSealed) == false
    if mustTell {
      var origin = WriteOrigin(author: .sync, subject: "Seal what is recorded from here on")
      origin.unsealed = tip.hex
      // If the commit cannot be made now, this runs again before anything is published.
      guard say(origin) else { return }
      starts.append(tip)
    }
    commitMakers.noteUnsealed(starts)
    for message in told { noteMakers(named: message) }
    commitMakers.prepare(recorder.graph)
  }

  private func say(_ origin: WriteOrigin) -> Bool {
    let before = recorder.tip
    do throws(RecordError) {
      guard try recorder.say(origin) != nil else { return false }
    } catch {
      events.publish(.problem, "who made commits could not be noted: \(error.description); it is tried again")
      return false
    }
    frame.turnEnded(from: before)
    return true
  }

  /// Takes the data about files and other commits from new commits of the tip: renames, and the makers of git's
  /// commits.
  func noteNews(since before: ObjectID?) {
    guard let tip = recorder.tip else { return }
    let line = before.flatMap { (try? recorder.graph.line(from: tip, to: $0, limit: 1_000)) ?? nil }
    // A folder without commits that joins a remote receives the whole history at once.
    let known = [before].compactMap(\.self)
    let commits = line ?? (try? recorder.graph.commits(from: tip, excluding: known)) ?? []
    for id in commits.reversed() {
      guard let text = (try? recorder.graph.commit(id))?.message,
        ["Stet-Renamed: ", "Stet-Foreign: ", "Stet-Unsealed: "].contains(where: text.contains),
        let message = history.message(of: id)
      else { continue }
      for rename in message.renamed { names.noteRename(rename) }
      noteMakers(named: message)
    }
  }
}
