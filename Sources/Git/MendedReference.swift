package import GitObjects

/// A reference that named nothing or what is lost, and where it stands now.
package struct MendedReference: Hashable, Sendable {
  /// Its full name, or `HEAD`, `packed-refs` or `config`.
  package var name: String
  /// Where it stands now; nil where it is gone, or is no reference to a commit.
  package var commit: ObjectID?
  /// What it named and cannot be read; nil where it named nothing.
  package var lost: ObjectID?

  /// Makes the finding.
  package init(name: String, commit: ObjectID?, lost: ObjectID? = nil) {
    self.name = name
    self.commit = commit
    self.lost = lost
  }
}

extension MendedReference: CustomStringConvertible {
  /// What was found and done, for people.
  package var description: String {
    switch name {
    case "config":
      return "git's configuration was damaged; it is as it was last read, the damaged file is .git/stet/rescue/config"
    case "HEAD": return "git's HEAD was damaged; it names the recorded branch again"
    case "packed-refs":
      return "git's list of references (packed-refs) was damaged; its readable lines stand, the old file is kept in "
        + ".git/stet/rescue"
    case _ where name.hasPrefix("logs/"):
      return "git's \(name) named commits that are lost; its other lines stand, the old file is kept in "
        + ".git/stet/rescue/damaged"
    default:
      let outcome = commit.map { "it stands at \($0.hex.prefix(10)) again" } ?? "it was taken away"
      let damage = lost.map { "named \($0.hex.prefix(10)), which is lost" } ?? "was damaged and named nothing"
      return "the reference \(name) \(damage); \(outcome)"
    }
  }
}
