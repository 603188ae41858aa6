package import GitObjects

/// The time during which an agent's own tool may write files by itself: from its hook before the tool to the one after.
package struct Bracket: Hashable, Sendable {
  /// The id of the call, which the hook after it repeats.
  package var id: String
  /// Whose it is.
  package var origin: WriteOrigin
  /// The session.
  package var session: String
  /// The files that the tool names.
  package var paths: Set<WorkspacePath>
  /// Texts that the tool puts into each of them. A file without them is not what the tool wrote: the hook before it
  /// comes before the person is asked whether the tool may run at all, and meanwhile the person may save.
  package var texts: [String]
  /// Whether it runs a command, which may write anything.
  package var isCommand: Bool
  /// When it is over at the latest, monotonic nanoseconds: the hook after it may never come.
  package var end: Int64

  /// Makes a bracket.
  package init(
    id: String, origin: WriteOrigin, session: String, paths: Set<WorkspacePath>, texts: [String] = [],
    isCommand: Bool, end: Int64
  ) {
    self.id = id
    self.origin = origin
    self.session = session
    self.paths = paths
    self.texts = texts
    self.isCommand = isCommand
    self.end = end
  }
}
