internal import ArgumentParser
internal import WorkspaceAPI

/// `stet download`: downloads the content of large files.
struct DownloadCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Download the content of large files, and wait for it.",
    discussion: """
      A large file that is not downloaded is in the folder as a placeholder: a
      short text, git-lfs's pointer. A reader through Stet waits for its content;
      this command downloads it before. Ctrl-C stops waiting, not the
      download; --cancel stops that. With --json each change of state is one line.

      EXAMPLES
        stet download Films/whales.mp4
        stet download Films 'Talks/*.pdf'
        stet download Films --no-wait
        stet download Films --cancel
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: CompletionWords.paths) var paths: [String]
  @Flag(name: .customLong("no-wait"), help: "Begin, and do not wait.") var leaves = false
  @Flag(name: .customLong("cancel"), help: "Cancel pending downloads.") var cancels = false
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Refuses a request without files, and one that both begins and cancels a download.
  func validate() throws {
    if paths.isEmpty { throw ValidationError("Name files or folders; '.' is where you are.") }
    if leaves, cancels { throw ValidationError("--no-wait and --cancel exclude each other.") }
  }

  /// Requests the contents and shows the progress to the end, unless that was not wanted.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    var request = LargeRequest(cancels ? .cancel : .download, caller: agent.caller("download"))
    for path in paths { request.paths.append(try folder.path(path)) }
    let report = try await verbs.call(request)
    guard !leaves, !cancels else {
      context.show(report, text: LargeText.text)
      return .done
    }
    return try await LargeProgress(context: context, verbs: verbs, request: request).follow(report)
  }
}

/// `stet evict`: frees the disk space of large files.
struct EvictCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "evict", abstract: "Free the disk space of large files; placeholders stay.",
    discussion: """
      The remote is asked first whether it has the content: the last copy is never
      deleted. Pinned, open, changed and unpublished files stay, and are named with
      the reason.

      EXAMPLES
        stet evict Films
        stet evict 'Films/*.mp4'
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: CompletionWords.paths) var paths: [String]
  @OptionGroup var output: OutputOptions

  /// Evicts the files; fails if one is kept.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await LargeOrder(.evict, paths).carryOut(context)
    context.show(report, text: LargeText.text)
    return report.files.contains { $0.outcome == "kept" } ? .failed : .done
  }
}

/// A request about large files from the command line.
struct LargeOrder {
  private let action: LargeRequest.Action
  private let paths: [String]

  /// Creates a request from the arguments.
  init(_ action: LargeRequest.Action, _ paths: [String]) {
    self.action = action
    self.paths = paths
  }

  /// Carries out the request.
  ///
  /// - Throws: `VerbError`, also for a path outside the workspace.
  func carryOut(_ context: CommandContext) async throws(VerbError) -> LargeReport {
    let (folder, verbs) = try await context.open()
    var request = LargeRequest(action)
    for path in paths { request.paths.append(try folder.path(path)) }
    return try await verbs.call(request)
  }
}
