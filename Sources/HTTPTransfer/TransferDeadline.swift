/// When a request is given up: by silence, never by its length, for a large file may take hours.
package struct TransferDeadline: Hashable, Sendable {
  /// How long connecting may take.
  package var connect: Duration
  /// How long nothing may move while bytes go or come.
  package var stall: Duration
  /// How long the server may think once it has been sent all: it may be hashing a large file.
  package var answer: Duration

  /// 20 s, 30 s and 120 s.
  package static let standard = TransferDeadline(connect: .seconds(20), stall: .seconds(30), answer: .seconds(120))

  /// Makes limits.
  package init(connect: Duration, stall: Duration, answer: Duration) {
    self.connect = connect
    self.stall = stall
    self.answer = answer
  }
}
