/// A part of a tool's result in the form for the model.
package enum ContentBlock: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A picture, in base64.
  case image(data: String, type: String)
  /// A sound, in base64.
  case audio(data: String, type: String)
  /// Any other file, in base64.
  case blob(data: String, type: String, address: String)

  /// Returns the block in the form of a revision; in revisions without audio, a sound is a file.
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
