package import GitObjects

/// The open brackets, which decide the author of a change found on disk (review A7). Pure; times are monotonic
/// nanoseconds.
package struct Brackets: Sendable {
  /// The longest time for which a bracket stays open.
  package static let longest: Int64 = 900_000_000_000

  /// The time after a command's end in which a change may still be from a program that it left running.
  package static let aftermath: Int64 = 900_000_000_000

  /// The open brackets.
  package private(set) var open: [Bracket] = []
  /// The end of the last command; nil for none.
  package private(set) var lastCommand: Int64?

  /// Makes a list, with the brackets that an earlier run of the daemon left open.
  package init(open: [Bracket] = [], lastCommand: Int64? = nil) {
    self.open = open
    self.lastCommand = lastCommand
  }

  /// Returns whether no agent's command is running or ran recently: only then is a change without an entry point
  /// certainly the person's.
  package func isQuiet(at now: Int64) -> Bool {
    !open.contains { $0.isCommand } && lastCommand.map { now - $0 > Self.aftermath } ?? true
  }

  /// Whether no bracket is open.
  package var isEmpty: Bool { open.isEmpty }

  /// Opens a bracket; another one of the same session and id ends.
  package mutating func begin(_ bracket: Bracket) {
    open.removeAll { $0.id == bracket.id && $0.session == bracket.session }
    open.append(bracket)
  }

  /// Ends a bracket.
  package mutating func end(_ id: String, of session: String, at now: Int64) {
    end(at: now) { $0.id == id && $0.session == session }
  }

  /// Ends all brackets of a session.
  package mutating func end(session: String, at now: Int64) { end(at: now) { $0.session == session } }

  /// Ends the brackets whose time is over.
  package mutating func forget(at now: Int64) { end(at: now) { $0.end <= now } }

  private mutating func end(at now: Int64, where isOver: (Bracket) -> Bool) {
    if open.contains(where: { $0.isCommand && isOver($0) }) { lastCommand = now }
    open.removeAll(where: isOver)
  }

  /// Returns the origin of a change that was found on disk.
  ///
  /// A file that the tool named, and that holds the tool's text, is its agent's. A file that somebody has open in an
  /// editor is the person's. Any other change of a named file, or during a command, may be either's, and the origin
  /// says so.
  ///
  /// - Parameters:
  ///   - isOpenInEditor: returns whether somebody has the file open.
  ///   - holding: returns whether the file holds texts.
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
