/// The timeouts of a request: they limit inactivity, never the length, because a large file may take hours.
package struct TransferDeadline: Hashable, Sendable {
  /// The timeout for connecting.
  package var connect: Duration
  /// The timeout without any byte sent or received during a transfer.
  package var stall: Duration
  /// The timeout for the server's answer after the whole request was sent: the server may be hashing a large file.
  package var answer: Duration

  /// 20 s, 30 s and 120 s.
  package static let standard = TransferDeadline(connect: .seconds(20), stall: .seconds(30), answer: .seconds(120))

  /// Creates timeouts.
  package init(connect: Duration, stall: Duration, answer: Duration) {
    self.connect = connect
    self.stall = stall
    self.answer = answer
  }
}
