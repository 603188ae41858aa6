internal import ArgumentParser
internal import GitObjects
internal import Glibc
internal import WorkspaceAPI

/// `stet coordinate claim`: claims files, and runs a command meanwhile.
struct ClaimCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "claim", abstract: "Claim files or folders, and run a command meanwhile.",
    discussion: """
      With a command behind --, the claim is released when the command ends; stet
      then exits with the command's own code. The command finds the claim's number in
      STET_CLAIM. `stet` commands inside it use that number: they are refused if the
      claim has ended meanwhile.

        stet coordinate claim notes.md --for writing -- ./rebuild notes.md

      Without a command the number is printed, and the claim is held until it is
      released or its time is over, so that a script can hold it across commands:

        export STET_CLAIM=$(stet coordinate claim notes.md --for writing)
        ./new-text | stet write notes.md
        stet coordinate release "$STET_CLAIM"

      Claims for deleting, moving and replacing a folder are for all that is in it;
      others are for the folder alone.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file or folder.", completion: CompletionWords.paths) var path: String
  @Option(
    name: .customLong("and"),
    help: ArgumentHelp("Another file or folder for the same; all are claimed or none.", valueName: "path"))
  var others: [String] = []
  @Option(
    name: .customLong("for"), help: "reading, writing, merging, deleting, moving or replacing.")
  var intent: ClaimIntent
  @Option(help: ArgumentHelp("How long to wait for others, such as 500ms, 5s, 2m.", valueName: "time"))
  var wait = TimeSpan(seconds: 5)
  @Option(help: ArgumentHelp("When the claim ends by itself, at most 1h.", valueName: "time"))
  var expires = TimeSpan(seconds: 60)
  @Option(help: ArgumentHelp("The name that others see.", valueName: "name"))
  var name: String?
  @OptionGroup var agent: AgentOptions
  @Argument(parsing: .postTerminator, help: "The command, behind --.")
  var command: [String] = []
  @OptionGroup var output: OutputOptions

  /// Claims the files, runs the command if there is one, and releases the claim when the command ends.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let items = try self.items(in: folder)
    let claim = try await verbs.call(
      ClaimOrder(
        items: items, wait: wait.seconds, expires: expires.seconds, stays: command.isEmpty,
        name: name ?? (agent.agent == nil ? command.first : nil), caller: agent.caller("coordinate claim")))
    for program in claim.unready {
      context.console.printError("stet: \(CoordinationText.unready(program))\n")
    }
    guard !command.isEmpty else {
      context.show(claim) { claim, _ in "\(claim.number)\n" }
      return .done
    }
    let code = await AttendedProgram.run(
      command, environment: context.environment.merging(["STET_CLAIM": String(claim.number)]) { $1 })
    do throws(VerbError) {
      _ = try await verbs.call(ClaimChange(number: claim.number, caller: agent.caller("coordinate claim")))
    } catch {
      context.console.printError("stet: the claim ended before the command did: \(error.what)\n")
    }
    guard let code else {
      throw VerbError(.failed, "\(command[0]) cannot be started.", kept: "The claim was released.")
    }
    // The exit codes of other programs need not be among stet's.
    Glibc.exit(code)
  }

  private func items(in folder: WorkspaceFolder) throws(VerbError) -> [ClaimItem] {
    var items: [ClaimItem] = []
    for name in [path] + others {
      let path: String = try folder.path(name)
      do throws(WorkspacePathError) { items.append(ClaimItem(try WorkspacePath(path), intent)) } catch {
        throw VerbError(.usage, error.description, kept: "Nothing was claimed.", path: name)
      }
    }
    return items
  }
}

extension ClaimIntent: ExpressibleByArgument {}

/// A duration on the command line: a number followed by `ms`, `s`, `m` or `h`; seconds without a unit.
struct TimeSpan: ExpressibleByArgument, Hashable, Sendable {
  /// The number of seconds.
  let seconds: Double

  /// Creates a duration of seconds.
  init(seconds: Double) { self.seconds = seconds }

  /// Reads a duration; nil if the text is none.
  init?(argument: String) {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600)]
    let (unit, factor) = units.first { argument.hasSuffix($0.0) } ?? ("", 1)
    guard let number = Double(argument.dropLast(unit.count)), number.isFinite, number >= 0 else { return nil }
    seconds = number * factor
  }

  /// The duration as help shows it.
  var defaultValueDescription: String {
    let whole = Int(seconds)
    return Double(whole) == seconds ? "\(whole)s" : "\(seconds)s"
  }
}
