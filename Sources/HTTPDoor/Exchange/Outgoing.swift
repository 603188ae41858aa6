/// A frame for the client.
enum Outgoing: Hashable, Sendable {
  /// A notification before the answer.
  case notice([UInt8])
  /// The answer to a request.
  case answer([UInt8])

  /// The frame.
  var frame: [UInt8] {
    switch self {
    case .notice(let frame), .answer(let frame): frame
    }
  }
}
