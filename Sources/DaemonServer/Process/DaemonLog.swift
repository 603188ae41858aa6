internal import DaemonClient
internal import Logging

/// The log of a daemon.
enum DaemonLog {
  /// Returns the logger of the daemon of the workspace at `root`; a process calls it once.
  static func logger(_ place: LocalEngine.Log, root: String) -> Logger {
    let write: @Sendable (String) -> Void
    switch place {
    case .file:
      let file = BoundedLog(path: root + "/.git/stet/log", takesStandardError: true)
      write = { file.append($0) }
    case .lines(let print): write = print
    }
    // The modules below create their own loggers, hence the process-wide system; a process runs one daemon.
    LoggingSystem.bootstrap { BoundedLogHandler(label: $0, write: write) }
    return Logger(label: "stet")
  }
}
