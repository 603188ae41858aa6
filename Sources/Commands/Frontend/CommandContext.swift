package import DaemonClient
internal import Glibc
internal import Payloads
internal import Values
package import WorkspaceAPI

/// The parts of its surroundings that a command may use.
package struct CommandContext: Sendable {
  /// Connects to the verbs of a folder's daemon, which it starts if none runs.
  package typealias Connector = @Sendable (_ root: String) async throws(VerbError) -> any WorkspaceVerbs

  /// The command's folder: `-C`, or else the working folder.
  package var directory: String
  /// The process's environment.
  package var environment: [String: String]
  /// The output of the command.
  package var console: Console
  package var printsJSON: Bool
  private let localEngine: LocalEngine?
  private let connector: Connector

  /// Creates a context.
  ///
  /// - Parameter engine: the engine in this process; nil for commands that only call the daemon.
  package init(
    directory: String, environment: [String: String], console: Console, printsJSON: Bool, engine: LocalEngine? = nil,
    connector: @escaping Connector
  ) {
    self.directory = directory
    self.environment = environment
    self.console = console
    self.printsJSON = printsJSON
    localEngine = engine
    self.connector = connector
  }

  /// Returns the engine in this process.
  ///
  /// - Throws: `VerbError` if the program has none.
  func engine() throws(VerbError) -> LocalEngine {
    guard let localEngine else { throw VerbError(.failed, "This program has no engine of its own.") }
    return localEngine
  }

  /// Returns the workspace that the command was called in.
  package func folder() throws(VerbError) -> WorkspaceFolder {
    try WorkspaceFolder.find(from: directory)
  }

  /// Returns the verbs of a workspace.
  package func verbs(_ folder: WorkspaceFolder) async throws(VerbError) -> any WorkspaceVerbs {
    try await connector(folder.root)
  }

  /// Returns the verbs of a workspace whose daemon runs; nil for any other.
  ///
  /// - Throws: `VerbError` if the folder belongs to another user, or the socket cannot be used.
  func running(_ folder: WorkspaceFolder) throws(VerbError) -> (any WorkspaceVerbs)? {
    try DaemonLauncher(root: folder.root, environment: environment).running()
  }

  /// Returns the workspace that the command was called in, and its verbs.
  package func open() async throws(VerbError) -> (folder: WorkspaceFolder, verbs: any WorkspaceVerbs) {
    let folder = try folder()
    return (folder, try await verbs(folder))
  }

  /// Returns the same for a command that only reads: it starts no daemon that a person stopped.
  ///
  /// - Throws: `VerbError` if the daemon was stopped.
  package func openForReading() async throws(VerbError) -> (folder: WorkspaceFolder, verbs: any WorkspaceVerbs) {
    let folder = try folder()
    if let stopped = stopped(folder) { throw stopped.error }
    return (folder, try await verbs(folder))
  }

  /// Returns the report of a workspace whose daemon a person stopped; nil for any other.
  func stopped(_ folder: WorkspaceFolder) -> StoppedReport? {
    guard StopMark.exists(root: folder.root) else { return nil }
    do throws(VerbError) {
      // A starting daemon deletes the mark, perhaps at this moment.
      return try running(folder) == nil ? StoppedReport(root: folder.root) : nil
    } catch {
      // The command connects next and reports the error.
      return nil
    }
  }

  /// Returns the number of the claim that the command runs under, as `stet coordinate claim` passes it to its command.
  ///
  /// - Throws: `VerbError` (usage) if it is no number.
  package func claim() throws(VerbError) -> Int64? {
    guard let text = environment["STET_CLAIM"], !text.isEmpty else { return nil }
    guard let number = Int64(text) else {
      throw VerbError(
        .usage, "STET_CLAIM is '\(text)', which is no claim's number.", kept: "Nothing was changed.",
        next: "Unset it, or set it to what 'stet coordinate claim' printed.")
    }
    return number
  }

  /// Prints a result: as JSON, or as the function `text` formats it.
  package func show<V: Encodable>(_ value: V, text: (V, TextStyle) -> String) {
    if printsJSON { console.print(json: value) } else { console.print(text(value, console.style)) }
  }

  /// Returns the line above commands with paths of a workspace, which are valid in the workspace's own folder; empty if
  /// the person types there.
  func place(of folder: WorkspaceFolder) -> String {
    WorkspaceFolder.resolve(".") == folder.root ? "" : "Type the commands in \(ShellWord.word(folder.root)).\n\n"
  }

  /// Returns the settings of the workspace at `root`; asks git for the person's identity.
  func settings(root: String) throws(VerbError) -> WorkspaceSettings {
    let clean = LocalEnvironment.cleaned(environment)
    let find = { @Sendable in
      PersonalIdentity.find(directory: WorkspaceFolder.resolve(root) == nil ? nil : root, environment: clean)
    }
    let found = find()
    do {
      var settings = WorkspaceSettings(
        root: root, identity: found.identity, runtimeDirectory: try RuntimeDirectory.prepare(environment: environment),
        environment: clean)
      settings.identityFiles = found.files
      settings.readConfiguration = find
      return settings
    } catch {
      throw VerbError(.failed, error.description, kept: "Nothing was changed.")
    }
  }

  /// Returns the absolute path of a folder named on the command line; it need not exist yet.
  package func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let base = WorkspaceFolder.resolve(directory) ?? directory
    return path == "." ? base : base + "/" + path
  }
}

extension CommandContext {
  /// The agent that runs this command, by the evidence of its processes and its environment; nil for a person.
  var callingAgent: String? {
    let entries = environment.flatMap { Array("\($0)=\($1)\0".utf8) }
    return AgentEvidence.ofThisProcess ?? AgentEvidence.agent(in: entries)
  }

  /// Returns the agent that runs a command with which only a person decides; nil for a person.
  ///
  /// The daemon of the workspace at `root` knows agents by more evidence. If none runs, no agent's server is connected.
  ///
  /// - Throws: `VerbError` if the running daemon does not answer.
  func agentThatDecides(root: String) async throws(VerbError) -> String? {
    if let callingAgent { return callingAgent }
    let daemon = try DaemonLauncher(root: root, environment: environment).running()
    return try await daemon?.call(SessionRulesRequest(isDecision: true)).agent
  }

  /// Returns the present local time.
  func localTime() -> LocalTime {
    let seconds = Int64(time(nil))
    return LocalTime(seconds: seconds, offset: offset(at: seconds))
  }

  /// Returns the minutes that local time is east of UTC at a time, in seconds since 1970.
  func offset(at seconds: Int64) -> Int {
    var (seconds, local) = (time_t(seconds), tm())
    localtime_r(&seconds, &local)
    return Int(local.tm_gmtoff) / 60
  }

  /// Asks on the terminal.
  ///
  /// - Parameters:
  ///   - question: the question.
  ///   - advice: the next step if there is no terminal.
  /// - Throws: `VerbError` if there is no terminal to ask on.
  func isConfirmed(_ question: String, without advice: String) throws(VerbError) -> Bool {
    guard isatty(STDIN_FILENO) == 1, !printsJSON else {
      throw VerbError(
        .failed, "Confirmation is required, but there is no terminal to ask on.", kept: "Nothing was changed.",
        next: advice)
    }
    console.printError(question + " [y/N] ")
    let answer = readLine(strippingNewline: true)?.lowercased()
    return answer == "y" || answer == "yes"
  }
}
