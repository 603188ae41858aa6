internal import Documents
internal import WorkspaceEngine

/// Open conflicts.
enum ConflictsText {
  /// A few lines a conflict, with the commands that show both versions.
  static func text(_ conflicts: [ConflictReport], _ style: TextStyle) -> String {
    guard !conflicts.isEmpty else { return "No conflicts.\n" }
    return conflicts.map { conflict in
      var text = "\(style.yellow(String(conflict.id.prefix(12))))  \(style.bold(conflict.path))"
      text += "  \(style.dim(TimeText.relative(conflict.time, now: style.now)))\n"
      text += version("stands in the file", conflict.kept?.hex, conflict.keptAuthor)
      text += version("kept beside it", conflict.other?.hex, conflict.otherAuthor)
      return text
    }.joined(separator: "\n")
  }

  private static func version(_ place: String, _ blob: String?, _ author: AuthorRecord?) -> String {
    let by = author.map { "by \(AuthorText.text($0))" } ?? "by somebody"
    guard let blob else { return "  \(place): deleted \(by)\n" }
    return "  \(place): \(by), see `git show \(blob.prefix(12))`\n"
  }
}
