internal import ArgumentParser
internal import DaemonClient
internal import Glibc
internal import WorkspaceAPI

/// `stet daemon`: the daemon itself, as `DaemonLauncher` starts it; people use `stet start`.
struct DaemonCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon", abstract: "Serve the workspace; started by other commands.", shouldDisplay: false)

  @ParentCommand var stet: StetCommand
  @Option(help: "The descriptor on which to tell the starter how it went.") var report: Int32?
  @OptionGroup var output: OutputOptions

  /// Serves the folder in this process, and reports success or failure of the start through the descriptor.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    ProcessName.set("stet")
    let report = report
    if let report { _ = fcntl(report, F_SETFD, FD_CLOEXEC) }
    do throws(VerbError) {
      let folder = try context.folder()
      let settings = try context.settings(root: folder.root)
      // The daemon must not keep the starter's folder in use after the starter has ended.
      chdir("/")
      _ = try await context.engine().serve(settings, .file) { $0.send(to: report) }
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
