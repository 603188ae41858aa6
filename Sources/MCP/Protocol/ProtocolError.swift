/// An error of the protocol itself; what goes wrong in a tool is a result that says so.
package struct ProtocolError: Error, Hashable, Sendable {
  /// The code, as JSON-RPC and the protocol's 2026-07-28 revision have them.
  package var code: Int
  /// What is wrong, for people.
  package var message: String
  /// What programs need to go on.
  package var data: JSONValue?

  /// Makes an error.
  package init(code: Int, message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// The message is no JSON (-32700).
  static func parse(_ message: String) -> ProtocolError { ProtocolError(code: -32_700, message: message) }
  /// The message is no request (-32600).
  static func invalidRequest(_ message: String) -> ProtocolError { ProtocolError(code: -32_600, message: message) }
  /// There is no such method (-32601).
  static func unknownMethod(_ method: String) -> ProtocolError {
    ProtocolError(code: -32_601, message: "There is no method \"\(method)\".")
  }
  /// What the method was given is wrong (-32602).
  static func invalidParams(_ message: String) -> ProtocolError { ProtocolError(code: -32_602, message: message) }
  /// The revision is not spoken (-32022).
  static func unsupportedVersion(_ requested: String) -> ProtocolError {
    ProtocolError(
      code: -32_022, message: "The protocol version \"\(requested)\" is not supported.",
      data: [
        "supported": .array(ProtocolVersion.stateless.map { .string($0.rawValue) }), "requested": .string(requested),
      ])
  }

  /// The frame of an error.
  ///
  /// Where no id could be read it has none: no revision of the protocol allows `null` there.
  func frame(id: RequestID?) -> JSONValue {
    var error: [JSONMember] = [
      JSONMember(name: "code", value: .number(String(code))), JSONMember(name: "message", value: .string(message)),
    ]
    if let data { error.append(JSONMember(name: "data", value: data)) }
    var members = [JSONMember(name: "jsonrpc", value: "2.0")]
    if let id { members.append(JSONMember(name: "id", value: id.value)) }
    members.append(JSONMember(name: "error", value: .object(error)))
    return .object(members)
  }
}
