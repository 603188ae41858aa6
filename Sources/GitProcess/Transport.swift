package import GitObjects
internal import Values

/// Fetches commits from one remote and pushes commits to it: by git's children, or from a remote in memory for
/// simulation.
///
/// Both pass one conformance suite. A call ends by its result, by an error, by its own deadline, or because the calling
/// task was cancelled; it never asks a person.
package protocol Transport: Sendable {
  /// Fetches the remote's branch, the inboxes of other machines, and all objects that they need into the store.
  ///
  /// Inboxes are kept below `Inbox.prefix(remote:)`; those that the remote no longer has are deleted there too. Runs in
  /// the caller's isolation, to which the store belongs.
  ///
  /// - Throws: `TransportError`; the store then has no new reference, at most unreachable objects.
  func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult

  /// Returns the remote's branches, without `refs/heads/`, with their commits; fetches nothing.
  ///
  /// - Throws: `TransportError`.
  func branches(isolation: isolated (any Actor)?) async throws(TransportError) -> [String: ObjectID]

  /// Asks the remote to move references to commits of the store, each by itself.
  ///
  /// - Returns: the remote's answers by reference; a reference without an answer is missing, but never the first.
  /// - Throws: `TransportError`; the remote's references are then unknown until the next fetch.
  func push(
    _ updates: [ReferenceUpdate], from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> [String: PushResult]
}

extension Transport {
  /// Returns no branches, for a remote that cannot list them.
  package func branches(isolation: isolated (any Actor)?) async throws(TransportError) -> [String: ObjectID] { [:] }

  /// Asks the remote to move its branch to a commit of the store; never by force.
  ///
  /// - Throws: `TransportError`; the remote's branch is then unknown until the next fetch.
  package func push(
    _ commit: ObjectID, to branch: String, from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> PushResult {
    let update = ReferenceUpdate("refs/heads/" + branch, to: commit)
    let answers = try await push([update], from: store, isolation: isolation)
    guard let answer = answers[update.reference] else { throw .failed("the remote did not answer for its branch") }
    return answer
  }
}

/// The result of a fetch.
package enum FetchResult: Hashable, Sendable {
  /// The remote's branch, whose objects are now here; nil if the remote does not have the branch.
  case fetched(ObjectID?)
}

/// The remote's answer to a push.
package enum PushResult: Hashable, Sendable {
  /// The remote moved the branch.
  case accepted
  /// The branch has commits that the pushed one lacks: fetch, merge, push again.
  case rejectedNonFastForward
  /// The remote cannot lock the branch: another push holds its lock, or one that ended left it behind; the remote's
  /// words about the lock.
  case locked(message: String)
  /// The remote refuses the push (hook, size, permission, checked-out branch); the text is its own words, line for
  /// line.
  case refused(message: String)
}

/// One reference that a push asks the remote to move.
package struct ReferenceUpdate: Hashable, Sendable {
  /// The full name of the reference at the remote.
  package var reference: String
  /// The new commit; nil deletes the reference.
  package var commit: ObjectID?
  /// Whether the reference may lose commits; only for references of this machine alone.
  package var mayLose: Bool
  /// Whether no deltas are searched for the new objects, because that takes longer than it saves.
  package var skipsDeltas = false

  package init(_ reference: String, to commit: ObjectID?, mayLose: Bool = false) {
    self.reference = reference
    self.commit = commit
    self.mayLose = mayLose
  }
}

/// The place on the remote for the commits of a machine that keeps losing the race for the branch (review B1).
///
/// A machine that moves the branch merges the inboxes for it; the owner deletes its inbox when the branch has the
/// commits. Machines with another branch leave the inbox alone: nobody agreed to publish its commits there.
package struct Inbox: Hashable, Sendable {
  /// The part of the remote's references.
  package enum Place: String, CaseIterable, Hashable, Sendable {
    /// A part that no program shows.
    case hidden = "refs/stet/inbox/"
    /// The branches, if the server refuses the hidden part.
    case branches = "refs/heads/stet/"
  }

  /// The part of the remote's references.
  package var place: Place
  /// The owner: a name that no other machine has.
  package var machine: String
  /// The branch that the commits are for, without `refs/heads/`.
  package var branch: String

  /// Makes the inbox of a machine for a branch.
  package init(_ place: Place, machine: String, branch: String) {
    self.place = place
    self.machine = machine
    self.branch = branch
  }

  private var name: String { machine + Self.ending(of: branch) }

  /// The reference at the remote.
  package var reference: String { place.rawValue + name }

  /// Returns the end of the names of all inboxes for a branch.
  ///
  /// A hash has no slash: `next` and `next/one` could not both be the ends of references.
  package static func ending(of branch: String) -> String {
    // The hash distinguishes branches and hides nothing.
    "+" + String(FNV1a(branch.utf8).value, radix: 16)
  }

  /// Returns the local prefix under which a fetch keeps the inboxes of a remote.
  package static func prefix(remote: String) -> String { "\(StetReference.inbox)\(remote)/" }

  /// Returns the local prefix under which a fetch keeps the inboxes of one part.
  package static func prefix(remote: String, _ place: Place) -> String {
    prefix(remote: remote) + (place == .hidden ? "hidden/" : "branches/")
  }

  /// Returns the local reference in which a fetch keeps this inbox.
  package func tracking(remote: String) -> String { Self.prefix(remote: remote, place) + name }
}
