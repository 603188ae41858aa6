package import GitObjects

/// A broken reference and its value after the repair.
package struct RepairedReference: Hashable, Sendable {
  /// The full name of the reference, or `HEAD`, `packed-refs` or `config`.
  package var name: String
  /// The value after the repair; nil if the reference was deleted, or is not a reference to a commit.
  package var commit: ObjectID?
  /// The named object that cannot be read; nil if nothing was named.
  package var lost: ObjectID?

  package init(name: String, commit: ObjectID?, lost: ObjectID? = nil) {
    self.name = name
    self.commit = commit
    self.lost = lost
  }
}

extension RepairedReference: CustomStringConvertible {
  /// The damage and the repair, for people.
  package var description: String {
    switch name {
    case "config":
      return "git's configuration was damaged; the last readable copy was restored, the damaged file is "
        + ".git/stet/rescue/config"
    case "HEAD": return "git's HEAD was damaged; it names the recorded branch again"
    case "packed-refs":
      return "git's list of references (packed-refs) was damaged; its readable lines were kept; the old file is in "
        + ".git/stet/rescue"
    case _ where name.hasPrefix("logs/"):
      return "git's \(name) named commits that are lost; its other lines were kept; the old file is in "
        + ".git/stet/rescue/damaged"
    default:
      let outcome = commit.map { "it names \($0.hex.prefix(10)) again" } ?? "it was deleted"
      let damage = lost.map { "named \($0.hex.prefix(10)), which is lost" } ?? "was damaged and named nothing"
      return "the reference \(name) \(damage); \(outcome)"
    }
  }
}
