internal import ArgumentParser
internal import FoundationEssentials
internal import WorkspaceAPI

/// `stet read`: prints a file, with its version token for a later write.
struct ReadCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Print a file, with its version token for a later write.",
    discussion: """
      Without --json the bytes are printed as they are, on a terminal with control
      characters written out. With --json:
      {"path","token","content","encoding",…}; the token is what `stet write --if`
      takes. A person can as well use any editor.

      Of a large file that is not downloaded the content comes first; --wait says for
      how many seconds that is waited for (30 unless given), and with 0 the download
      is begun and the command says so.

      EXAMPLES
        stet read Research/whales.md
        stet read Research/whales.md --json --agent "Claude Code" --session 42
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: CompletionWords.paths) var path: String
  @Option(
    help: ArgumentHelp(
      "An earlier state: a commit, a time ('yesterday'), or what git resolves.", valueName: "revision"))
  var at: String?
  @Option(help: ArgumentHelp("The longest to wait for a large file's content.", valueName: "seconds")) var wait: Double?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Prints the bytes of the file; with `--json` also the token.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    var request = ReadRequest(path: try folder.path(path), caller: agent.caller("read"), revision: at)
    request.timeout = wait
    let result = try await verbs.call(request)
    if context.printsJSON { context.console.print(json: result) } else { context.console.print(try result.bytes()) }
    return .done
  }
}

extension ReadResult {
  /// Returns the file's bytes.
  ///
  /// - Throws: `VerbError` if the daemon's text is not in the encoding that it names.
  func bytes() throws(VerbError) -> [UInt8] {
    guard encoding == "base64" else { return Array(content.utf8) }
    guard let data = Data(base64Encoded: content) else {
      throw VerbError(.failed, "The content of \(path) came in a form that cannot be read.", next: "Try again.")
    }
    return [UInt8](data)
  }
}
