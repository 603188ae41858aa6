/// A server's answer.
package struct TransferResponse: Hashable, Sendable {
  /// Status and fields.
  package var head: TransferHead
  /// The body, where no sink took it.
  package var body: [UInt8]
  /// Where it came from, after what the server led to.
  package var address: TransferAddress

  /// Makes an answer.
  package init(head: TransferHead, body: [UInt8], address: TransferAddress) {
    self.head = head
    self.body = body
    self.address = address
  }
}
