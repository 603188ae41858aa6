internal import Daemon
internal import Logging

/// Where a daemon's log goes.
enum DaemonLog {
  /// Into `.git/stet/log`, bounded, with what a crash prints.
  static func file(root: String) -> Logger {
    let file = BoundedLog(path: root + "/.git/stet/log", takesStandardError: true)
    return logger { file.append($0) }
  }

  /// Onto standard error.
  static func standardError(_ console: Console) -> Logger {
    logger { console.printError($0 + "\n") }
  }

  private static func logger(_ write: @escaping @Sendable (String) -> Void) -> Logger {
    // The modules below make their own loggers, hence the process-wide system; a process runs one daemon.
    LoggingSystem.bootstrap { BoundedLogHandler(label: $0, write: write) }
    return Logger(label: "stet")
  }
}
