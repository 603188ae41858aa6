internal import HTTPTransfer

/// An HTTP request for an action of an object server.
struct ServerRequest: Sendable {
  /// The method: `GET`, `POST` or `PUT`.
  var method: String
  /// The address and its secrets.
  var action: BatchAction
  /// Fields that are not secret; the action's fields take precedence.
  var fields: [String: String]
  /// The request body.
  var body: TransferBody
  /// The receiver of a large answer.
  var sink: TransferSink?
  /// Called with the numbers of bytes sent and received.
  var progress: (@Sendable (Int, Int) -> Void)?

  /// Creates a request.
  init(
    _ method: String, _ action: BatchAction, fields: [String: String] = [:], body: TransferBody = .none,
    sink: TransferSink? = nil, progress: (@Sendable (Int, Int) -> Void)? = nil
  ) {
    self.method = method
    self.action = action
    let taken = Set(action.fields.keys.map { $0.lowercased() })
    self.fields = fields.merging(["Accept": BatchRequest.mediaType]) { own, _ in own }
      .filter { !taken.contains($0.key.lowercased()) }
    self.body = body
    self.sink = sink
    self.progress = progress
  }

  /// Whether the action contains its own authorization.
  var isSigned: Bool { action.fields.keys.contains { $0.lowercased() == "authorization" } }

  /// Returns the request for the loop; nil if the address is not valid.
  func made(_ deadline: TransferDeadline) -> TransferRequest? {
    guard let address = TransferAddress(action.address) else { return nil }
    return TransferRequest(method, address, fields: fields, secrets: action.fields, body: body, deadline: deadline)
  }
}
