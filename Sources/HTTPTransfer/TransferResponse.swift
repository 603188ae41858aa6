/// A server's answer.
package struct TransferResponse: Hashable, Sendable {
  /// The status and the header fields.
  package var head: TransferHead
  /// The body, if no sink received it.
  package var body: [UInt8]
  /// The address of the answer, after redirects.
  package var address: TransferAddress
}

/// The head of a server's answer.
package struct TransferHead: Hashable, Sendable {
  /// The HTTP status.
  package var status: Int
  /// The header fields by their names in lower case; the last one of repeated fields.
  package var fields: [String: String]

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

/// The receiver of an answer's body that is too large for memory. Both functions are called on the loop's thread and
/// must not block on anything but the disk.
package struct TransferSink: Sendable {
  /// Called with the head before the first byte; returns whether the body is for this sink. Otherwise the body is kept
  /// in memory.
  package var accepts: @Sendable (TransferHead) -> Bool
  /// Receives the next bytes; returning false cancels the transfer.
  package var take: @Sendable (UnsafeRawBufferPointer) -> Bool

  /// Creates a sink.
  package init(
    accepts: @escaping @Sendable (TransferHead) -> Bool, take: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) {
    self.accepts = accepts
    self.take = take
  }
}
