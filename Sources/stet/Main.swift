internal import Commands
internal import DaemonServer
internal import Dispatch
internal import FileSystem
internal import Glibc

/// The program `stet`.
@main
enum Main {
  /// Runs the command line and ends with its exit code; not `async`, which alone makes threads.
  static func main() {
    // Before the first thread, which would get an arena of its own.
    ProcessMemory.shareArena()
    switch StetProgram.begin(engine: .workspace) {
    case .ended(let status): exit(status)
    case .remains(let rest):
      Task { exit(await rest()) }
      dispatchMain()
    }
  }
}
