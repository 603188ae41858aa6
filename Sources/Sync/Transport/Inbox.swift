/// Where a machine leaves its commits on the remote while it keeps losing the race for the branch (review B1).
///
/// Whoever wins the branch merges what it finds there; the owner deletes it when the branch has it.
package struct Inbox: Hashable, Sendable {
  /// In which part of the remote's references.
  package enum Place: String, CaseIterable, Hashable, Sendable {
    /// Where no program shows it.
    case hidden = "refs/stet/inbox/"
    /// Among the branches, where the server refuses the other.
    case branches = "refs/heads/stet/"
  }

  /// In which part.
  package var place: Place
  /// Whose it is: a name that no other machine has.
  package var machine: String

  /// Makes the inbox of a machine.
  package init(_ place: Place, machine: String) {
    self.place = place
    self.machine = machine
  }

  /// The reference at the remote.
  package var reference: String { place.rawValue + machine }

  /// Where a fetch keeps the inboxes of a remote, here.
  package static func prefix(remote: String) -> String { "refs/stet/inbox/\(remote)/" }

  /// Where a fetch keeps those of one part.
  package static func prefix(remote: String, _ place: Place) -> String {
    prefix(remote: remote) + (place == .hidden ? "hidden/" : "branches/")
  }

  /// Where a fetch keeps this one, here.
  package func tracking(remote: String) -> String { Self.prefix(remote: remote, place) + machine }
}
