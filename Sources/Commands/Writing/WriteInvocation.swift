internal import DaemonClient
package import GitObjects
package import WorkspaceAPI

/// The arguments of `stet write`.
///
/// Agents run it for every change, and the argument parser takes two thirds of the program's whole time (it looks up
/// hundreds of conformances). Plain forms are therefore read here; everything else goes through the parser.
package struct WriteInvocation: Hashable, Sendable {
  /// The folder after `-C`.
  package var directory: String?
  /// The file.
  package var path = ""
  /// The base version of the write.
  package var token: ObjectID?
  package var caller = Caller(tool: "stet write")
  /// Whether the answer is JSON.
  package var printsJSON = false

  /// Reads a plain command line: each option once, followed by its value; nil for any other, right or wrong.
  package init?(plain arguments: [String]) {
    self.init()
    var words = arguments[...]
    if words.first == "-C", words.count > 1 {
      directory = words[words.startIndex + 1]
      words = words.dropFirst(2)
    }
    guard words.popFirst() == "write", directory?.hasPrefix("-") != true else { return nil }
    var seen: Set<String> = []
    var file: String?
    while let word = words.popFirst() {
      if word == "--json" {
        printsJSON = true
      } else if word.hasPrefix("-") {
        guard let value = words.popFirst(), !value.hasPrefix("-"), !value.isEmpty, take(word, value) else { return nil }
      } else {
        guard file == nil, !word.isEmpty else { return nil }
        file = word
      }
      guard !word.hasPrefix("-") || seen.insert(word).inserted else { return nil }
    }
    guard let file, caller.agent != nil || (caller.session == nil && caller.model == nil) else { return nil }
    path = file
  }

  /// Creates an invocation from the parsed command.
  init(_ command: WriteCommand) {
    directory = command.stet.directory
    path = command.path
    token = command.token.token?.id
    caller = command.agent.caller("write")
    printsJSON = command.output.json
  }

  private init() {}

  private mutating func take(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--agent": caller.agent = value
    case "--session": caller.session = value
    case "--model": caller.model = value
    case "--if":
      guard let version = VersionToken(argument: value) else { return false }
      token = version.id
    default: return false
    }
    return true
  }

  /// Writes standard input.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let folder = try context.folder()
    return try await perform(request(in: folder, context), in: folder, context)
  }

  /// Returns the request; reads standard input to its end.
  func request(in folder: WorkspaceFolder, _ context: CommandContext) throws(VerbError) -> WriteRequest {
    WriteRequest(
      path: try folder.path(path), action: .put(try StandardInput.readAll()), token: token, caller: caller,
      claim: try context.claim())
  }

  /// Carries out a request; starts the daemon if none runs.
  func perform(
    _ request: WriteRequest, in folder: WorkspaceFolder, _ context: CommandContext
  ) async throws(VerbError) -> CommandStatus {
    context.show(try await context.verbs(folder).call(request), text: ReceiptText.text)
    return .done
  }

  /// Carries out a request on the calling thread; returns nil without doing anything if no daemon runs.
  func performDirectly(
    _ request: WriteRequest, in folder: WorkspaceFolder, _ context: CommandContext
  ) throws(VerbError) -> CommandStatus? {
    let launcher = DaemonLauncher(root: folder.root, environment: context.environment)
    guard let daemon = try launcher.direct() else { return nil }
    context.show(try daemon.write(request), text: ReceiptText.text)
    return .done
  }
}
