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

  /// A message as JSON, the same each time.
  static func encode(_ message: some Encodable) throws(BatchFault) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(message)) } catch { throw .unreadable("\(error)") }
  }
}
