internal import GitObjects

/// Reads what the script on the server writes, line by line.
struct ListenerLine {
  private var isGreeted = false

  /// What a line means; nil for a beat and for what says nothing.
  mutating func read(_ line: some StringProtocol) -> HearingEvent? {
    guard isGreeted else {
      isGreeted = line == ListenerScript.greeting
      if isGreeted { return .ready }
      let isOurs = line == ListenerScript.refusal
      return .unsupported(
        isOurs
          ? "the server's shell finds no repository of files there" : "the server gives no shell: '\(line.prefix(80))'")
    }
    guard line.hasPrefix(ListenerScript.changed) else { return nil }
    return .changed(ObjectID(hex: line.dropFirst(ListenerScript.changed.count)))
  }
}
