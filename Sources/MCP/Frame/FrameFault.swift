/// Why a message is not carried out.
struct FrameFault: Error, Hashable, Sendable {
  /// The id to answer under; nil where none could be read.
  var id: RequestID?
  /// What is answered.
  var error: ProtocolError

  /// Makes a fault.
  init(id: RequestID?, _ error: ProtocolError) {
    self.id = id
    self.error = error
  }
}
