internal import GitObjects
internal import Permissions
internal import Values
internal import WorkspaceAPI

/// The check of a search by an agent's own tool: the tool would show the content of each file that it comes upon.
struct SearchPermission: Sendable {
  /// The folder's root.
  let root: String
  /// Finds other names of files on disk.
  let folders: FolderReader
  /// Whether the policy withholds anything.
  let limitsReading: Bool
  /// Returns whether the policy withholds a file's content from the agent.
  let isKept: @Sendable (String) -> Bool

  /// Refuses a search whose folder contains a file that is withheld from the agent, by its name or by another name of
  /// the same file (a hard link).
  ///
  /// - Parameter files: returns the files below a folder.
  func permit(
    below folder: String, _ request: BracketRequest, files: (WorkspacePath?) async -> [String]
  ) async throws(VerbError) {
    try permitStore(below: folder, request)
    let path = try? WorkspacePath(folder)
    guard limitsReading, folder.isEmpty || path != nil else { return }
    let globs = SearchGlobs(request.glob, root: root, isList: request.agent.tool != "Glob")
    let names = await files(path).filter(globs.includes)
    // The names alone come first: the other names of files may cost a walk through the whole folder.
    if let name = names.first(where: isKept) { throw Self.refusal(name) }
    let linked = await folders.twins(of: names, isKept: isKept)
    if let name = names.first(where: { linked.contains(NameKey($0)) }) { throw Self.refusal(name) }
  }

  /// Refuses a search of a folder of the repository that contains Stet's own files, and one whose pattern names the
  /// repository. The tools leave the repository out of every other search.
  private func permitStore(below folder: String, _ request: BracketRequest) throws(VerbError) {
    let names = PathIdentity(folder).names
    let isInside = !names.isEmpty && PathIdentity(".git/stet").names.starts(with: names)
    guard isInside || names.isEmpty && SearchGlobs.namesRepository(request.glob) else { return }
    throw Self.refusal(".git/stet")
  }

  private static func refusal(_ name: String) -> VerbError {
    VerbError(
      .refused, "A search there comes upon \(name), which is kept from agents by the policy.",
      kept: "Nothing was read.",
      next: "Search with search_text or 'stet search', or below a folder without such files.", path: name,
      reason: PolicyVerdict.Reason.protected.rawValue)
  }
}
