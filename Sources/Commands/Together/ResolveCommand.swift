internal import ArgumentParser
internal import Glibc
internal import WorkspaceAPI

/// `stet resolve`: resolves a conflict.
struct ResolveCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Settle a conflict: say which version is kept.",
    discussion: """
      Both versions stay in the history whatever you choose, and what you choose
      reaches your other machines. Instead of choosing you can edit the file and say
      --done. Only a person settles conflicts, never an agent.

      EXAMPLES
        stet resolve Research/whales.md --keep current
        stet resolve Research/whales.md --keep both
        stet resolve Research/whales.md --keep /tmp/merged.md
        stet resolve Research/whales.md --done
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file, or a conflict's id or its first characters.", completion: CompletionWords.paths)
  var path: String
  @Option(
    help: ArgumentHelp(
      "The version to keep: current, other, both, or the content of a file (./both for one of that name).",
      valueName: "version"),
    completion: .list(["current", "other", "both"]))
  var keep: String?
  @Flag(help: "The file is as you want it.") var done = false
  @Option(help: ArgumentHelp("The agent that asks; it is refused.", visibility: .hidden)) var agent: String?
  @OptionGroup var output: OutputOptions

  /// Refuses a request without a choice of the content, or with two.
  func validate() throws {
    if (keep == nil) != done { throw ValidationError("Say which version is kept: --keep VERSION, or --done.") }
  }

  /// Resolves the conflicts of the path, or the conflict with that id.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let choice = try choice(context)
    let claim = try context.claim()
    let caller = Caller(agent: agent, tool: "stet resolve")
    var receipt: ResolveReceipt?
    do throws(VerbError) {
      receipt = try await verbs.call(
        ResolveRequest(path: try folder.path(path), choice: choice, caller: caller, claim: claim))
    } catch {
      // A path without conflicts: the argument is perhaps an id. Another word would name a file in the workspace's root.
      guard error.code == .notFound, isPerhapsID else { throw error }
    }
    if receipt == nil {
      receipt = try await verbs.call(ResolveRequest(path: path, choice: choice, caller: caller, claim: claim))
    }
    if let receipt { context.show(receipt, text: ResolveText.text) }
    return .done
  }

  /// Whether the argument can be a conflict's id or its first characters.
  private var isPerhapsID: Bool { path.utf8.count >= 4 && path.allSatisfy { $0.isASCII && $0.isHexDigit } }

  private func choice(_ context: CommandContext) throws(VerbError) -> ResolveRequest.Choice {
    switch keep {
    case nil, "current": return .current
    case "other": return .other
    case "both": return .both
    case let file?:
      let descriptor = open(context.absolute(file), O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw VerbError(
          .usage, "There is no version '\(file)', and no file of that name.", kept: "Nothing was changed.",
          next: "Name current, other, both, or a file that can be read.")
      }
      defer { close(descriptor) }
      return .content(try StandardInput.readAll(descriptor, of: file))
    }
  }
}
