/// A request to a web server.
package struct TransferRequest: Hashable, Sendable {
  /// `GET`, `POST`, `PUT`.
  package var method: String
  /// Where it goes.
  package var address: TransferAddress
  /// Header fields that anybody may see.
  package var fields: [String: String]
  /// Header fields that only the address's origin is told: another one that the server leads to is not.
  package var secrets: [String: String]
  /// What goes with it.
  package var body: TransferBody
  /// When it is given up.
  package var deadline: TransferDeadline

  /// Makes a request.
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
