/// The last line of an audit as commits name it: `<log>:<number>:<hash>`.
package struct AuditHead: Hashable, Sendable {
  /// The id of the log.
  package var log: String
  /// The line's number.
  package var number: Int
  /// The line's hash.
  package var hash: String

  package init(log: String, number: Int, hash: String) {
    self.log = log
    self.number = number
    self.hash = hash
  }

  /// Parses a trailer's value; nil for any other text.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":")
    guard parts.count == 3, let number = Int(parts[1]), number > 0, parts[2].utf8.count == 40 else { return nil }
    self.init(log: String(parts[0]), number: number, hash: String(parts[2]))
  }

  /// The trailer's value.
  package var text: String { "\(log):\(number):\(hash)" }
}
