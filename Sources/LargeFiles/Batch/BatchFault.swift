/// The reason why a server's answer to a batch request cannot be used.
package enum BatchFault: Error, Hashable, Sendable {
  /// It is not JSON of the batch API, for example a sign-in page or a truncated answer.
  case unreadable(String)
  /// It requires a transfer method that was not offered.
  case transfer(String)
  /// It names objects by another hash than SHA-256.
  case hash(String)
}

extension BatchFault: CustomStringConvertible {
  /// The error message for people.
  package var description: String {
    switch self {
    case .unreadable(let why): "the server's answer is not of the git-lfs batch API (\(why)); check the address"
    case .transfer(let name): "the server wants the transfer \"\(name)\", which was not offered"
    case .hash(let name): "the server names objects by \"\(name)\" instead of sha256"
    }
  }
}
