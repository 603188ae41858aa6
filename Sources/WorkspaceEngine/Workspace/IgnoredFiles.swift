internal import FolderKeeping
internal import GitProcess
internal import WorkspaceAPI

/// The files that are not recorded because an agent's command added a pattern to a `.gitignore`.
struct IgnoredFiles: Sendable {
  /// The largest numbers of files that are checked and that are named.
  private static let (mostIgnored, mostNamed) = (200, 3)

  /// Knows the new patterns.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader

  /// Returns problems for files that are not recorded because an agent's command added a pattern to a `.gitignore`;
  /// none after the person has answered the question about it.
  func problems() async -> [ProblemReport] {
    var problems: [ProblemReport] = []
    for (file, patterns) in await keeper.run({ $0.rules.controls.newIgnorePatterns() }) {
      let folder = file.dropLast(".gitignore".utf8.count)
      let excluded = patterns.compactMap { Self.excluding($0, in: folder) }
      guard !excluded.isEmpty else { continue }
      // Among the files that the patterns match, git names those that no other rule ignores.
      let covered = await printed(["ls-files", "-z", "--others", "--ignored", "--directory"] + excluded, to: 0)
      guard !covered.isEmpty else { continue }
      let reasons = await printed(
        ["check-ignore", "--verbose", "--"] + covered.prefix(Self.mostIgnored), to: UInt8(ascii: "\n"))
      let new = Set(patterns)
      let paths = reasons.compactMap { Self.path($0, ignoredBy: new, of: file) }
      guard !paths.isEmpty else { continue }
      let more = paths.count > Self.mostNamed || covered.count > Self.mostIgnored ? " and more" : ""
      problems.append(
        ProblemReport(
          path: file,
          message:
            "it was changed while a command of an agent ran, and leaves out \(paths.prefix(Self.mostNamed).joined(separator: ", "))\(more): "
            + "they stay on disk and are not recorded; 'stet questions' asks which version to keep"))
    }
    return problems
  }

  private func printed(_ arguments: [String], to end: UInt8) async -> [String] {
    ((try? await git.run(arguments)) ?? []).split(separator: end).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the path in a line of `git check-ignore`, which is `FILE:NUMBER:PATTERN`, a tab and the path; nil if none
  /// of the patterns is the reason.
  private static func path(_ line: String, ignoredBy patterns: Set<String>, of file: String) -> String? {
    guard let tab = line.lastIndex(of: "\t"), line.hasPrefix(file + ":") else { return nil }
    let rest = line[..<tab].dropFirst(file.count + 1).drop { $0 != ":" }.dropFirst()
    return patterns.contains(String(rest)) ? String(line[line.index(after: tab)...]) : nil
  }

  /// Returns a line of a folder's `.gitignore` as a pattern from the root, in git's option; nil for a comment or a
  /// pattern that includes files again.
  private static func excluding(_ line: String, in folder: Substring) -> String? {
    let pattern = line.hasSuffix("\r") ? String(line.dropLast()) : line
    guard let first = pattern.first, first != "#", first != "!", pattern.contains(where: { $0 != " " }) else {
      return nil
    }
    if folder.isEmpty { return "--exclude=" + pattern }
    let isAnchored = pattern.dropLast().contains("/")
    return "--exclude=/" + folder + (isAnchored ? "" : "**/") + (first == "/" ? String(pattern.dropFirst()) : pattern)
  }
}
