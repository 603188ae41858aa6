/// The start of a process, because process ids are reused.
package enum ProcessStart {
  /// Returns the start time of a process in clock ticks since boot; nil if there is no such process.
  package static func ticks(of process: Int32) -> String? { fields(of: process).flatMap(start(in:)) }

  /// Returns whether a process that started at a time, in clock ticks since boot, runs and continues: one that was killed or
  /// is exiting still exists for some milliseconds, or longer on a loaded machine.
  package static func continues(_ process: Int32, since ticks: String) -> Bool {
    guard let fields = fields(of: process), start(in: fields) == ticks else { return false }
    return !isEnding(in: fields)
  }

  /// Returns whether a process is exiting (the flag `PF_EXITING`) or was killed (SIGKILL is pending), from the fields
  /// behind its name in `/proc/<pid>/stat` (proc_pid_stat(5)).
  static func isEnding(in fields: [Substring]) -> Bool {
    guard fields.count > 28, let flags = UInt64(fields[6]), let pending = UInt64(fields[28]) else { return false }
    return flags & 0x4 != 0 || pending & 0x100 != 0
  }

  private static func start(in fields: [Substring]) -> String? {
    // The process is dead but not reaped, which may stay so in a container.
    if let state = fields.first, state == "Z" || state == "X" { return nil }
    return fields.count > 19 ? String(fields[19]) : nil
  }

  private static func fields(of process: Int32) -> [Substring]? {
    guard let line = try? GitDirectory(path: "/proc/\(process)").stream("stat") else { return nil }
    // The second field is a name in parentheses that may contain spaces.
    return line.lastIndex(of: ")").map { line[line.index(after: $0)...].split(separator: " ") }
  }
}
