internal import DaemonClient
internal import Glibc
package import Logging

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

/// A log handler with lines such as `2026-01-31T10:00:00Z level label: message key=value`.
package struct BoundedLogHandler: LogHandler {
  /// The lowest level that is logged.
  package var logLevel = Logger.Level.info
  /// The values that each line ends with.
  package var metadata: Logger.Metadata = [:]

  private let label: String
  private let write: @Sendable (String) -> Void

  /// Creates a handler that passes each line, without its newline, to `write`.
  package init(label: String, write: @escaping @Sendable (String) -> Void) {
    self.label = label
    self.write = write
  }

  /// The value of one key of `metadata`.
  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes an event as one line; line ends in its message become ` ⏎ `.
  package func log(event: LogEvent) {
    var line = "\(Self.time(Glibc.time(nil))) \(event.level) \(label): \(event.message)"
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }
    ) {
      line += " \(key)=\(value)"
    }
    write(line.split(separator: "\n").joined(separator: " ⏎ "))
  }

  private static func time(_ seconds: Int) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }
}
