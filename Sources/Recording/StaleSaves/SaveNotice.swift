package import GitObjects

/// The notice about a save whose editor had not seen others' changes (DESIGN "Stale saves").
package struct SaveNotice: Hashable, Sendable {
  /// The outcome of the save.
  package enum Kind: String, Hashable, Sendable {
    /// The versions that the save had not seen were merged into it.
    case merged
    /// The save is kept, and others' changes are only in history; one step merges them.
    case stands
    /// The save restores an older text, or replaces everything: it is kept.
    case replaced
    /// The save edited a placeholder: it is held, and the placeholder was restored.
    case placeholder
    /// The save made a placeholder of another content, and no remote could be asked for that: it is held, and will be
    /// asked about again.
    case unasked
  }

  /// The file.
  package var path: WorkspacePath
  /// The outcome of the save.
  package var kind: Kind
  /// The authors of the changes that the save had not seen, each once, oldest first.
  package var others: [String]
  /// The number of places that the save and the others both changed; there the save's text is kept.
  package var overlaps: Int
  /// The versions that the save had not seen; nil if it is about something else.
  var missed: UnseenVersions?

  /// The event, what was kept, and the next step.
  package var message: String {
    let names = others.isEmpty ? "others" : others.joined(separator: ", ")
    switch kind {
    case .merged:
      let rest =
        overlaps == 0
        ? "the file has both now"
        : "where both changed the same words, yours are kept, and theirs are a conflict ('stet conflicts')"
      return "your save of \(path) was based on a text without the changes of \(names); \(rest)"
    case .placeholder:
      return "\(path) is a placeholder, and the text saved in it is not: the text is kept ('stet log \(path)'), and "
        + "the placeholder was restored; 'stet download \(path)' downloads the content"
    case .unasked:
      return "the text saved in \(path) points to content that is not here, and no remote could be asked for it: the "
        + "text is kept ('stet log \(path)'), the placeholder was restored, and Stet asks again later"
    case .stands:
      return "your save of \(path) was kept and lacks the changes of \(names), which are in history; "
        + "'stet reapply \(path)' merges them in"
    case .replaced:
      return "your save of \(path) replaced the changes of \(names), which are in history; "
        + "'stet reapply \(path)' merges them in"
    }
  }
}
