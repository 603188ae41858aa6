internal import Values

/// The start of a process, because process ids are reused.
package enum ProcessStart {
  /// Returns the start time of a process in clock ticks since boot; nil if there is no such process.
  package static func ticks(of process: Int32) -> String? { status(of: process).flatMap(ticks(in:)) }

  /// Returns whether a process that started at a time, in clock ticks since boot, runs and is not about to end.
  package static func continues(_ process: Int32, since ticks: String) -> Bool {
    guard let status = status(of: process) else { return false }
    return Self.ticks(in: status) == ticks && !status.isEnding
  }

  private static func ticks(in status: ProcessStatus) -> String? {
    status.isDead ? nil : status.begun.map { String($0) }
  }

  private static func status(of process: Int32) -> ProcessStatus? {
    (try? GitDirectory(path: "/proc/\(process)").stream("stat")).flatMap(ProcessStatus.init)
  }
}
