/// The reason why a message is not executed.
struct FrameFault: Error, Hashable, Sendable {
  /// The id for the answer; nil if none could be read.
  var id: RequestID?
  /// The error to answer with.
  var error: ProtocolError

  /// Creates a fault.
  init(id: RequestID?, _ error: ProtocolError) {
    self.id = id
    self.error = error
  }
}
