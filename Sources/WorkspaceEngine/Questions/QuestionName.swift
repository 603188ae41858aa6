internal import WorkspaceAPI

/// Finds a question by what a person types: its id, or so much of its beginning that no other has.
enum QuestionName {
  /// Fewer letters than this name nothing.
  static let shortest = 4

  /// The id that is meant.
  ///
  /// - Throws: `VerbError`, `.notFound` where none begins so, `.usage` where several do.
  static func find(_ text: String, among ids: [String]) throws(VerbError) -> String {
    if ids.contains(text) { return text }
    let found = ids.filter { $0.utf8.starts(with: text.utf8) }
    guard let id = found.first else { throw QuestionList.unknown(text) }
    guard text.utf8.count >= shortest else {
      throw VerbError(
        .usage, "'\(text)' is too short to name a question", next: "write \(shortest) letters or more: \(id)")
    }
    guard found.count == 1 else {
      throw VerbError(
        .usage, "'\(text)' is the beginning of \(found.count) questions", next: "write more of it: \(id)")
    }
    return id
  }
}
