/// A part of a tool's result, as the model is shown it.
package enum ContentBlock: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A picture, in base64.
  case image(data: String, type: String)
  /// A sound, in base64.
  case audio(data: String, type: String)
  /// Any other file, in base64.
  case blob(data: String, type: String, address: String)

  /// The block in a revision; before there was audio, a sound is a file.
  package func value(in version: ProtocolVersion) -> JSONValue {
    switch self {
    case .text(let text): ["type": "text", "text": .string(text)]
    case .image(let data, let type): ["type": "image", "data": .string(data), "mimeType": .string(type)]
    case .audio(let data, let type):
      version.hasAnnotations
        ? ["type": "audio", "data": .string(data), "mimeType": .string(type)]
        : Self.resource(data, type, "data:,")
    case .blob(let data, let type, let address): Self.resource(data, type, address)
    }
  }

  private static func resource(_ data: String, _ type: String, _ address: String) -> JSONValue {
    [
      "type": "resource",
      "resource": ["uri": .string(address), "mimeType": .string(type), "blob": .string(data)],
    ]
  }
}
