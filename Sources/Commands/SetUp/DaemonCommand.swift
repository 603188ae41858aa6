package import ArgumentParser
internal import DaemonClient
internal import Glibc
package import WorkspaceAPI

/// `stet daemon`: the daemon itself, as `DaemonLauncher` starts it; people use `stet start`.
package struct DaemonCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "daemon", abstract: "Serve the workspace; started by other commands.", shouldDisplay: false)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Option(help: "The descriptor on which to tell the starter how it went.") var report: Int32?
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Serves the folder in this process, and tells the starter through the descriptor once that works or fails.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    ProcessName.set("stet")
    let report = report
    if let report { _ = fcntl(report, F_SETFD, FD_CLOEXEC) }
    do throws(VerbError) {
      let folder = try context.folder()
      let settings = try context.settings(root: folder.root)
      // The starter's folder must not be kept busy by a process that outlives it.
      chdir("/")
      _ = try await context.engine().serve(settings, .file) { $0.send(to: report) }
      return .done
    } catch {
      StartReport.failed(error).send(to: report)
      throw error
    }
  }
}
