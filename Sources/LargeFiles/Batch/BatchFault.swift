/// Why a server's answer to a batch is none.
package enum BatchFault: Error, Hashable, Sendable {
  /// It is no JSON of the batch API: a sign-in page, a cut answer.
  case unreadable(String)
  /// It wants a way of transfer that was not offered.
  case transfer(String)
  /// It names objects by another hash.
  case hash(String)
}

extension BatchFault: CustomStringConvertible {
  /// The sentence for people.
  package var description: String {
    switch self {
    case .unreadable(let why): "the server's answer is not of the git-lfs batch API (\(why)); check the address"
    case .transfer(let name): "the server wants the transfer \"\(name)\", which was not offered"
    case .hash(let name): "the server names objects by \"\(name)\" instead of sha256"
    }
  }
}
