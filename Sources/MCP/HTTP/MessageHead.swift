internal import Values

/// The head of a message that the HTTP transport needs before a session executes it: its session, and the fields that
/// its headers must repeat (2026-07-28, Streamable HTTP, "Request Metadata").
package struct MessageHead: Hashable, Sendable {
  /// The requested method; nil for an answer, an array and anything else that is not a request.
  package var method: String?
  /// The named tool, prompt or resource.
  package var name: String?
  /// The revision in `_meta`; if there is one, the message is stateless.
  package var version: String?
  private var id: RequestID?

  /// The bytes that every frame with an error contains.
  private static let errorMember = Array("\"error\":".utf8)

  /// The methods whose name or address must be repeated in a header.
  private static let named = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]

  /// Reads the head of a message; the head of invalid JSON is empty, and the session reports the error.
  package init(_ message: ParsedMessage) {
    guard let value = try? message.value.get() else { return }
    method = value["method"]?.text
    id = value["id"].flatMap { RequestID($0) }
    let params = value["params"]
    version = params?["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.text
    name = method.flatMap { Self.named[$0] }.flatMap { params?[$0]?.text }
  }

  /// Whether the message starts a session.
  package var isHandshake: Bool { method == "initialize" && version == nil }
  /// Whether the headers must name a tool, prompt or resource.
  package var mustBeNamed: Bool { method.flatMap { Self.named[$0] } != nil }

  /// Returns the frame that refuses the message because its headers differ from it (-32020).
  package func mismatch(_ message: String) -> [UInt8] {
    ProtocolError(code: -32_020, message: message).frame(id: id).line
  }

  /// Returns the frame that refuses a message for a reason of the transport, without a code of the protocol (-32600).
  package static func refusal(_ message: String) -> [UInt8] {
    ProtocolError.invalidRequest(message).frame(id: nil).line
  }

  /// Returns the error code in a frame; nil for a result or a notification.
  package static func errorCode(of frame: [UInt8]) -> Int? {
    // Within a text the quotes would be escaped, so a result, which may be long, is hardly ever parsed for this.
    guard frame.firstRange(of: errorMember) != nil else { return nil }
    return JSONValue(line: frame)?["error"]?["code"]?.integer
  }
}
