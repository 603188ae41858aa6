/// A frame on its way to the client.
enum Outgoing: Hashable, Sendable {
  /// It says something while the answer is still being made.
  case notice([UInt8])
  /// It answers a request.
  case answer([UInt8])

  /// The frame.
  var frame: [UInt8] {
    switch self {
    case .notice(let frame), .answer(let frame): frame
    }
  }
}
