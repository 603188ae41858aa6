internal import HTTPTransfer

/// A request of an object server's action.
struct ServerRequest: Sendable {
  /// `GET`, `POST`, `PUT`.
  var method: String
  /// Where it goes, and the secrets that go with it.
  var action: BatchAction
  /// Fields that anybody may see; the action's own take precedence.
  var fields: [String: String]
  /// What goes with it.
  var body: TransferBody
  /// Where a large answer goes.
  var sink: TransferSink?
  /// Told how many bytes went and came.
  var progress: (@Sendable (Int, Int) -> Void)?

  /// Makes one.
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

  /// Whether the action brings its own sign-in.
  var isSigned: Bool { action.fields.keys.contains { $0.lowercased() == "authorization" } }

  /// What the loop makes of it; nil where the address is none.
  func made(_ deadline: TransferDeadline) -> TransferRequest? {
    guard let address = TransferAddress(action.address) else { return nil }
    return TransferRequest(method, address, fields: fields, secrets: action.fields, body: body, deadline: deadline)
  }
}
