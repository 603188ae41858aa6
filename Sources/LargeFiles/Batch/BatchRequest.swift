internal import FoundationEssentials

/// What a batch asks of an object server: where these objects can be got or put (git-lfs batch API).
package struct BatchRequest: Hashable, Sendable {
  /// The content type of both sides.
  package static let mediaType = "application/vnd.git-lfs+json"

  /// Which way.
  package var direction: TransferDirection
  /// The objects; `TransferQueue` gives at most 100.
  package var pointers: [Pointer]
  /// The branch that names them, for servers that permit by branch.
  package var reference: String?

  /// Makes a request.
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

  /// The body.
  package var body: [UInt8] {
    let message = Message(
      operation: direction, ref: reference.map { Message.Reference(name: $0) }, objects: pointers.map { ObjectName($0) }
    )
    return ObjectName.encode(message)
  }

  /// The body of a `verify` action: the server is told that an object arrived.
  package static func verifyBody(_ pointer: Pointer) -> [UInt8] {
    ObjectName.encode(ObjectName(pointer))
  }
}
