/// The names of Stet's own references that several modules use.
package enum StetReference {
  /// The beginning of all of them.
  package static let prefix = "refs/stet/"
  /// The recorded tip.
  package static let tip = prefix + "tip"
  /// The versions that are recorded and kept off the tip.
  package static let held = prefix + "held"
  /// The beginning of the references that name the recorded branch; the rest is the branch's name.
  package static let branch = prefix + "branch/"
  /// The beginning of the references that keep dropped commits for good.
  package static let rescue = prefix + "rescue/"
  /// The beginning of the references that keep commits from before a replay for 30 days.
  package static let replayed = prefix + "replayed/"
  /// The beginning of the references of inboxes, at a remote and here.
  package static let inbox = prefix + "inbox/"

  /// Returns the reference to a remote's branch as Stet saw it last.
  package static func seen(_ branch: String, of remote: String) -> String { "\(prefix)seen/\(remote)/\(branch)" }
}
