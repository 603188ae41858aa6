internal import GitObjects
internal import Values
package import WorkspaceAPI

/// The content of `CONFLICTS.md`, for people without access to the command line.
package enum ConflictPage {
  /// The largest number of conflicts on the page; the page gives the number of the others.
  package static let limit = 50
  /// The number of bytes of a text that are shown.
  private static let excerpt = 2_000

  /// Returns the page; nil if no conflict is open.
  package static func text(_ conflicts: [ConflictReport], of count: Int) -> String? {
    guard count > 0 else { return nil }
    var text = """
      # Open conflicts

      Two versions of these texts were written at the same time, and only one could be kept in the file. The other is
      kept in the history: nothing is lost. Stet writes this page on each machine and takes it away when nothing is
      open; it is not recorded.

      """
    for conflict in conflicts { text += "\n" + section(conflict) }
    if count > conflicts.count { text += "\n…and \(count - conflicts.count) more: `stet conflicts`.\n" }
    return text
  }

  private static func section(_ conflict: ConflictReport) -> String {
    var text = "## \(conflict.path)\n\n"
    let kept = who(conflict.keptAuthor, conflict.keptMachine, conflict.keptTime)
    let other = who(conflict.otherAuthor, conflict.otherMachine, conflict.otherTime)
    switch conflict.reason {
    case "deletion" where conflict.kept == nil: text += "Deleted by \(kept); changed by \(other).\n"
    case "deletion": text += "The file has the change of \(kept); \(other) deleted it.\n"
    case "name": text += "Renamed twice: \(other) gave it this name; it has another one now.\n"
    case "directory": text += "A folder or a file is here; the version of \(other) is in the history.\n"
    default: text += "The file has the version of \(kept); the version of \(other) is in the history.\n"
    }
    for place in conflict.places {
      text += "\nLine \(place.line) is now:\n\n\(quoted(place.kept))\nThe other version:\n\n\(quoted(place.other))"
    }
    let target = ShellWord.path(conflict.target)
    text += """

      - keep the version in the file, also after you edited it: `stet resolve \(target) --done`
      - take the other version: `stet resolve \(target) --keep other`
      - take both: `stet resolve \(target) --keep both`

      """
    return text
  }

  /// Returns the author of a version with machine and time, as far as they are known.
  static func who(_ author: AuthorRecord?, _ machine: String?, _ time: String?) -> String {
    let name = author.flatMap { $0.name } ?? "an unknown author"
    return [name, machine.map { "on \($0)" }, time.map { "at \($0)" }].compactMap(\.self).joined(separator: " ")
  }

  /// Returns a text as a block quote, which displays any content.
  private static func quoted(_ text: String) -> String {
    guard !text.isEmpty else { return "> *(nothing)*\n" }
    var shown = text
    if text.utf8.count > excerpt { shown = String(decoding: text.utf8.prefix(excerpt), as: UTF8.self) + "…" }
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
    let ended = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
    return ended.map { "> \($0)\n" }.joined()
  }
}
