internal import FoundationEssentials

/// An object as the batch API names it.
struct ObjectName: Encodable {
  /// The 64 digits.
  var oid: String
  /// In bytes.
  var size: Int

  /// Names a pointer's object.
  init(_ pointer: Pointer) {
    oid = pointer.id.hex
    size = pointer.size
  }

  /// A message as JSON, the same each time; names and numbers always have one.
  static func encode(_ message: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(message)).map { Array($0) } ?? []
  }
}
