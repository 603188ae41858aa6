package import GitObjects

/// What a person is told of a save whose editor had not seen what others wrote (DESIGN "Stale saves").
package struct SaveNotice: Hashable, Sendable {
  /// What became of it.
  package enum Kind: String, Hashable, Sendable {
    /// What the save had not seen was merged into it.
    case merged
    /// The save stands, and what others wrote is in history only; one step merges it.
    case stands
    /// The save brings an older text back, or replaces all: it stands.
    case replaced
    /// The save edited a placeholder: it is kept beside, and the placeholder stands again.
    case placeholder
    /// The save made a placeholder stand for another content, and no remote could be asked for that: it is kept beside,
    /// and asked about again.
    case unasked
  }

  /// The file.
  package var path: WorkspacePath
  /// What became of the save.
  package var kind: Kind
  /// Who wrote what the save had not seen, each once, oldest first.
  package var others: [String]
  /// How many places the save and the others both changed: there the save's text stands.
  package var overlaps: Int

  /// What happened, what was kept, what to do next.
  package var message: String {
    let names = others.isEmpty ? "others" : others.joined(separator: ", ")
    switch kind {
    case .merged:
      let rest =
        overlaps == 0
        ? "both stand now"
        : "where both changed the same words yours stand, and theirs are a conflict ('stet conflicts')"
      return "your save of \(path) was made from an older text than \(names) had written since; \(rest)"
    case .placeholder:
      return "\(path) is a placeholder, and what was saved in it is none: it is kept ('stet log \(path)'), and the "
        + "placeholder stands again; 'stet download \(path)' brings the content"
    case .unasked:
      return "what was saved in \(path) points to a content that is not here, and no remote could be asked for it: "
        + "it is kept ('stet log \(path)'), the placeholder stands again, and it is asked when it can be reached"
    case .stands:
      return "your save of \(path) stands and lacks what \(names) had written, which is in history; "
        + "'stet reapply \(path)' merges it in"
    case .replaced:
      return "your save of \(path) stands in the place of what \(names) had written, which is in history; "
        + "'stet reapply \(path)' merges it in"
    }
  }
}
