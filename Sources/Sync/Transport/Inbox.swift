/// The place on the remote for the commits of a machine that keeps losing the race for the branch (review B1).
///
/// A machine that moves the branch merges the inboxes that it finds; the owner deletes its inbox when the branch has
/// the commits.
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

  /// Makes the inbox of a machine.
  package init(_ place: Place, machine: String) {
    self.place = place
    self.machine = machine
  }

  /// The reference at the remote.
  package var reference: String { place.rawValue + machine }

  /// Returns the local prefix under which a fetch keeps the inboxes of a remote.
  package static func prefix(remote: String) -> String { "refs/stet/inbox/\(remote)/" }

  /// Returns the local prefix under which a fetch keeps the inboxes of one part.
  package static func prefix(remote: String, _ place: Place) -> String {
    prefix(remote: remote) + (place == .hidden ? "hidden/" : "branches/")
  }

  /// Returns the local reference in which a fetch keeps this inbox.
  package func tracking(remote: String) -> String { Self.prefix(remote: remote, place) + machine }
}
