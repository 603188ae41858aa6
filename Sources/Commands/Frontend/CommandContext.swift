package import DaemonClient
internal import Glibc
package import WorkspaceAPI

/// What a command may use of its surroundings.
package struct CommandContext: Sendable {
  /// How verbs are reached: the daemon of a folder, started where none runs.
  package typealias Connector = @Sendable (_ root: String) async throws(VerbError) -> any WorkspaceVerbs

  /// The folder the command works in: `-C`, else the working folder.
  package var directory: String
  /// The process's environment.
  package var environment: [String: String]
  /// Where it prints.
  package var console: Console
  /// Whether it prints JSON.
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

  /// The workspace the command was called in.
  package func folder() throws(VerbError) -> WorkspaceFolder {
    try WorkspaceFolder.find(from: directory)
  }

  /// The verbs of a workspace.
  package func verbs(_ folder: WorkspaceFolder) async throws(VerbError) -> any WorkspaceVerbs {
    try await connector(folder.root)
  }

  /// The workspace the command was called in, and its verbs.
  package func open() async throws(VerbError) -> (folder: WorkspaceFolder, verbs: any WorkspaceVerbs) {
    let folder = try folder()
    return (folder, try await verbs(folder))
  }

  /// The same for a command that only reads: it starts no daemon that a person stopped.
  ///
  /// - Throws: `VerbError` where the daemon was stopped.
  package func openForReading() async throws(VerbError) -> (folder: WorkspaceFolder, verbs: any WorkspaceVerbs) {
    let folder = try folder()
    if let stopped = stopped(folder) { throw stopped.error }
    return (folder, try await verbs(folder))
  }

  /// Returns the report of a workspace whose daemon a person stopped; nil for any other.
  func stopped(_ folder: WorkspaceFolder) -> StoppedReport? {
    guard StopMark.exists(root: folder.root) else { return nil }
    do throws(VerbError) {
      // A daemon that starts removes the mark: it may do so at this moment.
      let client = try DaemonLauncher(root: folder.root, environment: environment).running()
      return client == nil ? StoppedReport(root: folder.root) : nil
    } catch {
      // The command connects next and reports it.
      return nil
    }
  }

  /// The number of the claim that the command is run under, as `stet coordinate claim` hands it to what it runs.
  ///
  /// - Throws: `VerbError` (usage) for what is no number.
  package func claim() throws(VerbError) -> Int64? {
    guard let text = environment["STET_CLAIM"], !text.isEmpty else { return nil }
    guard let number = Int64(text) else {
      throw VerbError(
        .usage, "STET_CLAIM is '\(text)', which is no claim's number.", kept: "Nothing was changed.",
        next: "Unset it, or set it to what 'stet coordinate claim' printed.")
    }
    return number
  }

  /// Prints a result: as JSON, or as `text` sets it.
  package func show<V: Encodable>(_ value: V, text: (V, TextStyle) -> String) {
    if printsJSON { console.print(json: value) } else { console.print(text(value, console.style)) }
  }

  /// The settings of the workspace at `root`; asks git who the person is.
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

  /// An absolute path for a folder named on the command line that need not exist yet.
  package func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let base = WorkspaceFolder.resolve(directory) ?? directory
    return path == "." ? base : base + "/" + path
  }
}
