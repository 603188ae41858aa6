/// Why a request got no answer, or not all of one.
package enum TransferError: Error, Hashable, Sendable {
  /// No such host, nobody listens, or the connection broke off.
  case offline(String)
  /// The server's certificate is not one that this machine trusts, or the two share no cipher.
  case untrusted(String)
  /// Nothing came or went for so many seconds.
  case stalled(seconds: Int)
  /// The connection ended before all was there that the server announced.
  case cut
  /// The address is none, or the server led to one that may not be followed.
  case address(String)
  /// The answer was longer than the caller takes.
  case tooLarge
  /// What takes the bytes, or gives them, failed on this machine; it knows why.
  case local
  /// The caller gave up.
  case cancelled
  /// Anything else that libcurl says.
  case other(String)
}

extension TransferError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String {
    switch self {
    case .offline(let why): "the server cannot be reached: \(why)"
    case .untrusted(let why): "the connection is not safe: \(why); check the server's certificate"
    case .stalled(let seconds): "nothing moved for \(seconds) s; given up"
    case .cut: "the connection ended before all was there"
    case .address(let text): "\(text) is no address that may be used"
    case .tooLarge: "the server's answer is longer than such an answer can be"
    case .local: "reading or writing on this machine failed"
    case .cancelled: "given up"
    case .other(let why): why
    }
  }
}
