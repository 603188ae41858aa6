/// What the HTTP transport must know of a message before a session takes it: whom it belongs to, and what its headers
/// have to repeat (2026-07-28, Streamable HTTP, "Request Metadata").
package struct MessageHead: Hashable, Sendable {
  /// The method it asks for; nil for an answer, an array and what is no message.
  package var method: String?
  /// The tool, prompt or resource that it names.
  package var name: String?
  /// The revision that it names in `_meta`: the message stands for itself.
  package var version: String?
  private var id: RequestID?

  /// What a frame with an error has in it.
  private static let errorMember = Array("\"error\":".utf8)

  /// Methods whose name or address stands in a header too.
  private static let named = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]

  /// Reads a message; what is no JSON has an empty head, and the session says so.
  package init(_ message: ParsedMessage) {
    guard let value = try? message.value.get() else { return }
    method = value["method"]?.text
    id = value["id"].flatMap { RequestID($0) }
    let params = value["params"]
    version = params?["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.text
    name = method.flatMap { Self.named[$0] }.flatMap { params?[$0]?.text }
  }

  /// Whether it begins a session.
  package var isHandshake: Bool { method == "initialize" && version == nil }
  /// Whether its headers must name a tool, prompt or resource.
  package var mustBeNamed: Bool { method.flatMap { Self.named[$0] } != nil }

  /// The frame that refuses it because its headers say something else (-32020).
  package func mismatch(_ message: String) -> [UInt8] {
    ProtocolError(code: -32_020, message: message).frame(id: id).line
  }

  /// The frame that refuses a message for what belongs to the transport, under no code of the protocol (-32600).
  package static func refusal(_ message: String) -> [UInt8] {
    ProtocolError.invalidRequest(message).frame(id: nil).line
  }

  /// The code of the error that a frame carries; nil for a result or a notice.
  package static func errorCode(of frame: [UInt8]) -> Int? {
    // Within a text the quotes would be escaped: a result, which may be long, is hardly ever read for it.
    guard frame.firstRange(of: errorMember) != nil else { return nil }
    var parser = JSONParser(frame)
    return (try? parser.whole())?["error"]?["code"]?.integer
  }
}
