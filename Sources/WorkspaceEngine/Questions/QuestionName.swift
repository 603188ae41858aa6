internal import FolderKeeping
internal import WorkspaceAPI

/// The lookup of a question by the text that a person types: its id, or a unique prefix of it.
enum QuestionName {
  /// The smallest number of bytes in a prefix.
  static let shortest = 4

  /// Returns the id with a prefix.
  ///
  /// - Throws: `VerbError`: `.notFound` if no id has the prefix, `.usage` if the prefix is too short or several ids
  ///   have it.
  static func find(_ text: String, among ids: [String]) throws(VerbError) -> String {
    if ids.contains(text) { return text }
    let found = ids.filter { $0.utf8.starts(with: text.utf8) }
    guard let id = found.first else { throw QuestionList.unknown(text) }
    guard text.utf8.count >= shortest else {
      throw VerbError(
        .usage, "'\(text)' is too short to name a question", next: "write \(shortest) characters or more: \(id)")
    }
    guard found.count == 1 else {
      throw VerbError(
        .usage, "'\(text)' is the beginning of \(found.count) questions", next: "write more of it: \(id)")
    }
    return id
  }
}
