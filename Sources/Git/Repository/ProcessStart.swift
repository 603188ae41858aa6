/// The start of a process, because process ids are reused.
package enum ProcessStart {
  /// Returns the start time of a process in clock ticks since boot; nil if there is no such process.
  package static func ticks(of process: Int32) -> String? {
    guard let line = try? GitDirectory(path: "/proc/\(process)").stream("stat") else { return nil }
    // The second field is a name in parentheses that may contain spaces; the start time is field 22.
    guard let close = line.lastIndex(of: ")") else { return nil }
    let fields = line[line.index(after: close)...].split(separator: " ")
    // The process is dead but not reaped, which may stay so in a container.
    if let state = fields.first, state == "Z" || state == "X" { return nil }
    return fields.count > 19 ? String(fields[19]) : nil
  }
}
