package import GitObjects

/// The brackets that are open: whose a file is that changes on disk (review A7). Pure; times are monotonic nanoseconds.
package struct Brackets: Sendable {
  /// How long one stays open at most.
  package static let longest: Int64 = 900_000_000_000

  private var open: [Bracket] = []

  /// Makes an empty list.
  package init() {}

  /// Whether none is open.
  package var isEmpty: Bool { open.isEmpty }

  /// Opens one; another of the same session and id ends.
  package mutating func begin(_ bracket: Bracket) {
    end(bracket.id, of: bracket.session)
    open.append(bracket)
  }

  /// Ends one.
  package mutating func end(_ id: String, of session: String) {
    open.removeAll { $0.id == id && $0.session == session }
  }

  /// Ends all of a session.
  package mutating func end(session: String) { open.removeAll { $0.session == session } }

  /// Forgets those whose time is over.
  package mutating func forget(at now: Int64) { open.removeAll { $0.end <= now } }

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
