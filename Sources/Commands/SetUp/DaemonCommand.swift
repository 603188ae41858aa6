internal import ArgumentParser
internal import DaemonClient
internal import Glibc
internal import WorkspaceAPI

/// `stet daemon`: the daemon itself, as `DaemonLauncher` starts it; people use `stet start`.
struct DaemonCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon", abstract: "Serve the workspace; started by other commands.", shouldDisplay: false)

  @ParentCommand var stet: StetCommand
  @Option(help: "The descriptor for the start report.") var report: Int32?
  @OptionGroup var output: OutputOptions

  /// The invocation of these arguments.
  var invocation: DaemonInvocation { DaemonInvocation(directory: stet.directory, report: report) }

  /// Serves the folder in this process.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    try await invocation.perform(context)
  }
}

/// The arguments of `stet daemon`.
///
/// Every start of a daemon passes the same ones (`DaemonLauncher.arguments`). They are read here, because the argument
/// parser takes several milliseconds (`WriteInvocation` has the reason); everything else goes through the parser.
struct DaemonInvocation: Hashable, Sendable {
  /// The folder after `-C`.
  var directory: String?
  /// The descriptor for the report of the start.
  var report: Int32?

  /// Creates an invocation from parsed arguments.
  init(directory: String?, report: Int32?) {
    self.directory = directory
    self.report = report
  }

  /// Reads the arguments of `DaemonLauncher`; nil for any others.
  init?(launched arguments: [String]) {
    guard arguments.count == 5, arguments[0] == "-C", arguments[2] == "daemon", arguments[3] == "--report",
      arguments[1].hasPrefix("/"), let report = Int32(arguments[4]), report >= 0
    else { return nil }
    self.init(directory: arguments[1], report: report)
  }

  /// Serves the folder in this process, and reports success or failure of the start through the descriptor.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    ProcessName.set("stet")
    let report = report
    if let report { _ = fcntl(report, F_SETFD, FD_CLOEXEC) }
    do throws(VerbError) {
      let folder = try context.folder()
      let engine = try context.engine()
      // Loads beside what follows. The end of this scope waits for it: a process must not exit while it loads.
      async let loading: Void = engine.loadLibraries()
      let settings = try context.settings(root: folder.root)
      // The daemon must not keep the starter's folder in use after the starter has ended.
      chdir("/")
      _ = try await engine.serve(settings, .file) { $0.send(to: report) }
      await loading
      return .done
    } catch {
      StartReport.failed(error).send(to: report)
      throw error
    }
  }
}

/// The name under which `ps` and `top` list this process.
enum ProcessName {
  /// Sets the name: a process that was started as `/proc/self/exe` is called `exe` otherwise.
  ///
  /// If it cannot be set the old name stays; nothing depends on it.
  static func set(_ name: String) {
    // The file of the first thread, which is the listed one; `prctl` would name the calling thread.
    let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = name.utf8.withContiguousStorageIfAvailable { write(file, $0.baseAddress, $0.count) }
  }
}
