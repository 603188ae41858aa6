internal import FoundationEssentials

/// A request to an object server for the addresses of these objects (git-lfs batch API).
package struct BatchRequest: Hashable, Sendable {
  /// The content type of request and answer.
  package static let mediaType = "application/vnd.git-lfs+json"

  package var direction: TransferDirection
  /// The objects; `TransferQueue` passes at most 100.
  package var pointers: [Pointer]
  /// The branch that names the objects, for servers that grant access by branch.
  package var reference: String?

  package init(_ direction: TransferDirection, _ pointers: [Pointer], reference: String? = nil) {
    self.direction = direction
    self.pointers = pointers
    self.reference = reference
  }

  private struct Message: Encodable {
    struct Reference: Encodable { var name: String }
    var operation: TransferDirection
    var transfers = ["basic"]
    var ref: Reference?
    var objects: [ObjectName]
    var hash_algo = "sha256"
  }

  /// The request body.
  package var body: [UInt8] {
    let message = Message(
      operation: direction, ref: reference.map { Message.Reference(name: $0) }, objects: pointers.map { ObjectName($0) }
    )
    return ObjectName.encode(message)
  }

  /// Returns the body of a `verify` request, which notifies the server that an object was uploaded.
  package static func verifyBody(_ pointer: Pointer) -> [UInt8] {
    ObjectName.encode(ObjectName(pointer))
  }
}

/// The direction of a transfer, as the batch API spells it.
package enum TransferDirection: String, Hashable, Sendable, Codable {
  /// From this machine to the server.
  case upload
  /// From the server to this machine.
  case download
}

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
