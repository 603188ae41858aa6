package import GitObjects

/// The brackets that are open: whose a file is that changes on disk (review A7). Pure; times are monotonic nanoseconds.
package struct Brackets: Sendable {
  /// How long one stays open at most.
  package static let longest: Int64 = 900_000_000_000

  /// How long after a command's end a change may still be a program's that it left behind.
  package static let aftermath: Int64 = 900_000_000_000

  /// The brackets that are open.
  package private(set) var open: [Bracket] = []
  /// When the last command ended; nil for none.
  package private(set) var lastCommand: Int64?

  /// Makes a list; of brackets that an earlier run of the daemon left open, too.
  package init(open: [Bracket] = [], lastCommand: Int64? = nil) {
    self.open = open
    self.lastCommand = lastCommand
  }

  /// Whether no agent's command runs, or ran a short time ago: only then is a change that nobody came through the door with
  /// the person's for certain.
  package func isQuiet(at now: Int64) -> Bool {
    !open.contains { $0.isCommand } && lastCommand.map { now - $0 > Self.aftermath } ?? true
  }

  /// Whether none is open.
  package var isEmpty: Bool { open.isEmpty }

  /// Opens one; another of the same session and id ends.
  package mutating func begin(_ bracket: Bracket) {
    open.removeAll { $0.id == bracket.id && $0.session == bracket.session }
    open.append(bracket)
  }

  /// Ends one.
  package mutating func end(_ id: String, of session: String, at now: Int64) {
    end(at: now) { $0.id == id && $0.session == session }
  }

  /// Ends all of a session.
  package mutating func end(session: String, at now: Int64) { end(at: now) { $0.session == session } }

  /// Forgets those whose time is over.
  package mutating func forget(at now: Int64) { end(at: now) { $0.end <= now } }

  private mutating func end(at now: Int64, where isOver: (Bracket) -> Bool) {
    if open.contains(where: { $0.isCommand && isOver($0) }) { lastCommand = now }
    open.removeAll(where: isOver)
  }

  /// Whose a change of a file is that nobody came through the door with.
  ///
  /// What a tool named, and what holds the tool's text, is its agent's; what somebody has open in an editor is the
  /// person's; what else changes in a named file, or while a command runs, may be either's, and the record says so.
  ///
  /// - Parameters:
  ///   - isOpenInEditor: whether somebody has the file open.
  ///   - holding: whether the file holds texts.
  package func origin(
    of path: WorkspacePath, at now: Int64, isOpenInEditor: () -> Bool, holding: ([String]) -> Bool
  ) -> WriteOrigin {
    let standing = open.filter { $0.end > now && ($0.isCommand || $0.paths.contains(path)) }
    if let named = standing.last(where: { $0.paths.contains(path) && holding($0.texts) }) { return named.origin }
    guard let command = standing.last, !isOpenInEditor() else { return .person }
    var origin = WriteOrigin(author: .unsure(during: command.session))
    origin.tool = command.origin.tool
    return origin
  }
}
