internal import Abilities

/// Files that decide what an agent may do or which programs the person's tools execute: no agent writes them, whatever
/// the policy says.
///
/// The names are in `ControlFileTable`. A repository without a work tree is recognized by its parts: git obeys a folder
/// that has `HEAD`, `objects` and `refs` (or `commondir`), whatever its name. No agent writes a `HEAD`, and no agent
/// writes one of the other parts beside a `HEAD`, so no order of writes creates a repository. In the workspace itself
/// git finds `.git` first.
package enum ControlFiles {
  private struct Entry: Sendable {
    let program: String
    let pattern: IdentityPattern
  }

  /// The entries without a `*` in the first name of their pattern, by that name.
  private static let named: [String: [Entry]] = Dictionary(
    grouping: entries.filter { !$0.first.contains("*") }, by: \.first
  ).mapValues { $0.map(\.entry) }
  private static let others = entries.filter { $0.first.contains("*") }.map(\.entry)
  /// The programs of the names that count in one spelling only.
  private static let spelled = Dictionary(
    ControlFileTable.lines.flatMap { line in (line.spelled + line.instructions).map { ($0, line.program) } },
    uniquingKeysWith: { $1 })
  private static let instructions = Set(ControlFileTable.lines.flatMap(\.instructions))

  private static var entries: [(first: String, entry: Entry)] {
    ControlFileTable.lines.flatMap { line in
      line.names.map { name in
        let first = PathIdentity(name).names.first ?? name
        return (first, Entry(program: line.program, pattern: IdentityPattern("**/" + name)))
      }
    }
  }

  /// The parts of a repository other than `HEAD` (gitrepository-layout(5)).
  private static let repositoryParts: Set<String> = [
    "objects", "refs", "config", "config.worktree", "commondir", "hooks", "info", "modules", "worktrees", "packed-refs",
    "reftable", "shallow", "branches", "remotes",
  ]

  /// Whether a path is a control file or lies in a folder that is one.
  package static func contain(_ path: String) -> Bool { program(obeying: path) != nil }

  /// Returns the program that obeys a path; nil for a document.
  package static func program(obeying path: String) -> String? {
    let spellings = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    if let root = spellings.first, let program = spelled["/" + root] { return program }
    if let program = spellings.lazy.compactMap({ spelled[$0] }).first { return program }
    let path = PathIdentity(path)
    for name in path.names {
      if let entry = named[name]?.first(where: { covers($0, path) }) { return entry.program }
    }
    return others.first { covers($0, path) }?.program
  }

  /// Whether a path is an instruction file, which agents read and no program executes, or the prompt of an ability.
  ///
  /// A file in a folder that another program obeys is not one: `.claude/skills/AGENTS.md`.
  static func isInstruction(_ path: String) -> Bool {
    if ShelfFile.isPrompt(path) { return true }
    let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard let name = names.last, instructions.contains(name) || names.count == 1 && instructions.contains("/" + name)
    else { return false }
    return names.count == 1 || !contain(names.dropLast().joined(separator: "/"))
  }

  /// Whether a path is a part of a repository without a work tree, or lies in such a part.
  ///
  /// - Parameter hasHead: returns whether a folder contains a file `HEAD`.
  static func isRepositoryPart(_ path: String, hasHead: (_ folder: String) -> Bool) -> Bool {
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    return names.indices.dropFirst().contains { index in
      repositoryParts.contains(PathIdentity.fold(String(Substring(names[index]))))
        && hasHead(names[..<index].map { String(Substring($0)) }.joined(separator: "/"))
    }
  }

  private static func covers(_ entry: Entry, _ path: PathIdentity) -> Bool {
    // A folder may have the name `HEAD`; git accepts only a file.
    if entry.pattern.text == "**/HEAD" { return path.names.count > 1 && path.names.last == "head" }
    return entry.pattern.covers(path)
  }
}
