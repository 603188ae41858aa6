extension Caller {
  /// The longest name of an agent, session, model or tool, in bytes: each stands in commits, lists and questions.
  package static let longestName = 200

  /// Refuses names that are too long.
  ///
  /// - Throws: `VerbError`, `.usage`.
  package func checkLengths() throws(VerbError) {
    let names = [("agent", agent), ("session", session), ("model", model), ("tool", tool)]
    for (kind, name) in names where (name?.utf8.count ?? 0) > Self.longestName {
      throw VerbError(
        .usage, "The name of the \(kind) has \(name?.utf8.count ?? 0) bytes; at most \(Self.longestName) are taken.",
        kept: "Nothing was changed.", next: "Make the same call with a shorter name.")
    }
  }
}
