internal import Abilities
internal import FolderKeeping
internal import GitObjects
internal import WorkTree
internal import WorkspaceAPI

/// Reads the files of abilities and resolves prompts.
struct AbilityReader: Sendable {
  /// The recorder.
  let keeper: FolderKeeper
  let permissions: AgentPermissions
  /// The clock.
  let time: any TimeSource

  /// The abilities of the folder, with the version tokens of their files.
  struct Contents: Sendable {
    var shelf: AbilityShelf
    /// The tokens by path.
    var tokens: [String: ObjectID]
  }

  /// The present part of the day.
  var timeSlot: TimeSlot { TimeSlot(hour: today.hour) }

  /// The present day in local time.
  private var today: LocalDay {
    let now = time.now()
    return LocalDay(seconds: now.seconds, offset: now.offset)
  }

  /// Returns the abilities that a caller may read.
  func contents(for caller: Caller) async throws(VerbError) -> Contents {
    let folder = try WorkspacePath(checking: AbilityShelf.folder)
    let entries = try await keeper.list(folder, recursive: true)
    let paths = entries.filter { $0.kind == "file" }.map(\.path)
    let withheld = await permissions.kept(paths, from: caller)
    var files: [ShelfFile] = []
    var tokens: [String: ObjectID] = [:]
    for path in paths where !withheld.contains(NameKey(path)) {
      guard ShelfFile.isRead(path) else {
        files.append(ShelfFile(path: path, bytes: nil))
        continue
      }
      // A file that was deleted since the list was made is no ability.
      guard let file = try await keeper.read(try WorkspacePath(checking: path)) else { continue }
      files.append(ShelfFile(path: path, bytes: file.bytes))
      tokens[path] = file.token
    }
    return Contents(shelf: AbilityShelf(files), tokens: tokens)
  }

  /// Returns a prompt with the values of its variables: those given, then those that need no source outside the
  /// workspace. The caller reads such a source and gives the value.
  func resolve(_ prompt: String, _ given: [String: String]) async -> ResolvedPrompt {
    var values = given
    var missing: [String] = []
    for name in PromptVariables.names(in: prompt) where values[name] == nil {
      if let variable = KnownVariable(rawValue: name), let value = await value(of: variable) {
        values[name] = value
      } else {
        missing.append(PromptVariables.missing(name))
      }
    }
    return ResolvedPrompt(text: PromptVariables.resolve(prompt, values), missing: missing)
  }

  private func value(of variable: KnownVariable) async -> String? {
    switch variable {
    case .today: return today.date
    case .name:
      let name = KnownVariable.firstName(of: await keeper.run { $0.recorder.identity.name })
      return name.isEmpty ? nil : name
    case .nextEvent, .location: return nil
    }
  }
}
