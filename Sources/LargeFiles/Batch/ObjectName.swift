internal import FoundationEssentials

/// An object as the batch API names it.
struct ObjectName: Encodable {
  /// The 64 hexadecimal digits of its id.
  var oid: String
  /// Its size in bytes.
  var size: Int

  /// Creates the name of a pointer's object.
  init(_ pointer: Pointer) {
    oid = pointer.id.hex
    size = pointer.size
  }

  /// Encodes a message as JSON with sorted keys; names and numbers can always be encoded.
  static func encode(_ message: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(message)).map { Array($0) } ?? []
  }
}
