/// What decides where a message from the daemon goes; read before the rest.
struct RPCHead: Decodable {
  /// The id of the call it answers; none for a notification.
  var id: RPCID?
  /// The notification's method; none for an answer.
  var method: String?
}
