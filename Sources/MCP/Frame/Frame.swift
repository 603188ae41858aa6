/// A JSON-RPC 2.0 message from the client.
enum Frame: Hashable, Sendable {
  /// A message that must be answered under its id.
  case request(id: RequestID, method: String, params: JSONValue?)
  /// A message that is never answered.
  case notification(method: String, params: JSONValue?)
  /// An answer to a request of the server's; an error has no result.
  case response(id: RequestID?, result: JSONValue?)

  /// Parses a message.
  ///
  /// - Throws: `FrameFault` with the id for the answer, if there is one.
  init(_ value: JSONValue) throws(FrameFault) {
    guard case .object = value else { throw FrameFault(id: nil, .invalidRequest("A message is a JSON object.")) }
    let id = value["id"].flatMap { RequestID($0) }
    guard value["jsonrpc"]?.text == "2.0" else {
      throw FrameFault(id: id, .invalidRequest("A message must contain \"jsonrpc\": \"2.0\"."))
    }
    guard let name = value["method"] else {
      guard value["result"] != nil || value["error"] != nil else {
        throw FrameFault(id: id, .invalidRequest("A request names its \"method\"."))
      }
      self = .response(id: id, result: value["result"])
      return
    }
    guard let method = name.text else { throw FrameFault(id: id, .invalidRequest("\"method\" is a text.")) }
    let params = value["params"]
    if let params, params.members == nil {
      throw FrameFault(id: id, .invalidRequest("\"params\" is a JSON object."))
    }
    guard value["id"] != nil else {
      self = .notification(method: method, params: params)
      return
    }
    guard let id else { throw FrameFault(id: nil, .invalidRequest("An \"id\" is a text or a whole number.")) }
    self = .request(id: id, method: method, params: params)
  }
}
