/// The head of a server's answer.
package struct TransferHead: Hashable, Sendable {
  /// The HTTP status.
  package var status: Int
  /// The header fields by their names in lower case; the last one of repeated fields.
  package var fields: [String: String]

  /// Creates a head.
  package init(status: Int, fields: [String: String]) {
    self.status = status
    self.fields = fields
  }

  /// The number of seconds to wait before the next request; nil if the server sent none, or a date.
  package var retryAfter: Int? { fields["retry-after"].flatMap { Int($0) } }

  /// Parses one line into the head; a status line starts a new head, because the previous one was an interim answer's.
  mutating func take(line: some Collection<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      let words = text.split(separator: " ", maxSplits: 2)
      self = TransferHead(status: words.count > 1 ? Int(words[1].prefix(3)) ?? 0 : 0, fields: [:])
      return
    }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
    var value = text[colon...].dropFirst()[...]
    while let first = value.utf8.first, first == 32 || first == 9 { value = value.dropFirst() }
    while let last = value.unicodeScalars.last, last.value <= 32 { value.unicodeScalars.removeLast() }
    fields[text[..<colon].lowercased()] = String(value)
  }
}
