internal import GitObjects

/// Parses the output of the script on the server, line by line.
struct ListenerLine {
  private var isGreeted = false

  /// Returns the event of a line; nil for a beat and for any other text.
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
