/// The status of a process, as a text of `/proc/<pid>/stat` has it (proc_pid_stat(5)).
package struct ProcessStatus: Sendable {
  /// The name of the program, of at most 15 bytes.
  package let name: String
  /// The words behind the name, from the state on.
  private let words: [Substring]

  /// Reads a text; nil without a name in parentheses, in which a process may have blanks and parentheses of its own.
  package init?(_ text: String) {
    guard let start = text.utf8.firstIndex(of: UInt8(ascii: "(")),
      let end = text.utf8.lastIndex(of: UInt8(ascii: ")")), start < end
    else { return nil }
    name = String(text[text.utf8.index(after: start)..<end])
    words = text[text.utf8.index(after: end)...].split(separator: " ")
  }

  /// The process id of the parent; nil if it is missing.
  package var parent: Int32? { number(1) }

  /// The id of the kernel's session (setsid(2)); nil if it is missing.
  package var session: Int32? { number(3) }

  /// Whether the process has a controlling terminal: its number is not 0.
  package var hasTerminal: Bool { number(4).map { (terminal: Int64) in terminal != 0 } == true }

  /// The start time, in clock ticks since the machine started; nil if it is missing.
  package var begun: UInt64? { number(19) }

  /// Whether the process has ended and was not reaped, which may stay so in a container.
  package var isDead: Bool { words.first == "Z" || words.first == "X" }

  /// Whether the process is dead or about to be: it is exiting (the flag `PF_EXITING`), or was killed (SIGKILL is
  /// pending). It may still exist for some milliseconds, or longer on a loaded machine.
  package var isEnding: Bool {
    guard let flags: UInt64 = number(6) else { return false }
    let pending: UInt64 = number(28) ?? 0
    return isDead || flags & 0x4 != 0 || pending & 0x100 != 0
  }

  private func number<Number: FixedWidthInteger>(_ index: Int) -> Number? {
    index < words.count ? Number(words[index]) : nil
  }
}
