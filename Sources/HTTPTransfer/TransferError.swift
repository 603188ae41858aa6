/// The reason why a request got no complete answer.
package enum TransferError: Error, Hashable, Sendable {
  /// The host does not exist or does not listen, or the connection broke.
  case offline(String)
  /// The server's certificate is not trusted on this machine, or the two share no cipher.
  case untrusted(String)
  /// No byte was sent or received for so many seconds.
  case stalled(seconds: Int)
  /// The connection ended before the announced end of the answer.
  case cut
  /// The address is not valid, or the server redirected to one that must not be followed.
  case address(String)
  /// The answer exceeds the caller's limit.
  case tooLarge
  /// The source or sink of the bytes failed on this machine; it has the reason.
  case local
  /// The caller cancelled the request.
  case cancelled
  /// Another error of libcurl.
  case other(String)
}

extension TransferError: CustomStringConvertible {
  /// The error message for people.
  package var description: String {
    switch self {
    case .offline(let why): "the server cannot be reached: \(why)"
    case .untrusted(let why): "the connection is not safe: \(why); check the server's certificate"
    case .stalled(let seconds): "no data was transferred for \(seconds) s; timed out"
    case .cut: "the connection ended before the answer was complete"
    case .address(let text): "\(text) is no address that may be used"
    case .tooLarge: "the answer of the server is too long"
    case .local: "reading or writing on this machine failed"
    case .cancelled: "cancelled"
    case .other(let why): why
    }
  }
}
