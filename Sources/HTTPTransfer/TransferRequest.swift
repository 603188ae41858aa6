/// A request to a web server.
package struct TransferRequest: Hashable, Sendable {
  /// The method: `GET`, `POST` or `PUT`.
  package var method: String
  /// The request's address.
  package var address: TransferAddress
  /// Header fields that are not secret.
  package var fields: [String: String]
  /// Header fields for the address's origin only: after a redirect to another origin they are not sent.
  package var secrets: [String: String]
  /// The request body.
  package var body: TransferBody
  /// The timeouts.
  package var deadline: TransferDeadline
  /// Whether redirects are followed; if not, an answer may be a redirect.
  package var followsRedirects = true

  package init(
    _ method: String, _ address: TransferAddress, fields: [String: String] = [:], secrets: [String: String] = [:],
    body: TransferBody = .none, deadline: TransferDeadline = .standard
  ) {
    self.method = method
    self.address = address
    self.fields = fields
    self.secrets = secrets
    self.body = body
    self.deadline = deadline
  }
}

/// The body of a request.
package enum TransferBody: Hashable, Sendable {
  /// No body.
  case none
  /// These bytes.
  case bytes([UInt8])
  /// The first `size` bytes of a file, read piece by piece while they are sent.
  case file(path: String, size: Int)
}

/// The timeouts of a request: they limit inactivity, never the length, because a large file may take hours.
package struct TransferDeadline: Hashable, Sendable {
  /// The timeout for connecting.
  package var connect: Duration
  /// The timeout without any byte sent or received during a transfer.
  package var stall: Duration
  /// The timeout for the server's answer after the whole request was sent: the server may be hashing a large file.
  package var answer: Duration
  /// Whether the answer begins with the first byte of its body: a server that streams may send the head at once and
  /// work only then.
  package var waitsForBody = false

  /// 20 s, 30 s and 120 s.
  package static let standard = TransferDeadline(connect: .seconds(20), stall: .seconds(30), answer: .seconds(120))

  /// Creates timeouts.
  package init(connect: Duration, stall: Duration, answer: Duration) {
    self.connect = connect
    self.stall = stall
    self.answer = answer
  }
}
