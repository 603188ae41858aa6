/// A server's answer.
package struct TransferResponse: Hashable, Sendable {
  /// The status and the header fields.
  package var head: TransferHead
  /// The body, if no sink received it.
  package var body: [UInt8]
  /// The address of the answer, after redirects.
  package var address: TransferAddress

  /// Creates an answer.
  package init(head: TransferHead, body: [UInt8], address: TransferAddress) {
    self.head = head
    self.body = body
    self.address = address
  }
}
