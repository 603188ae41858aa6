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

  /// Creates a request.
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
