/// Why an operation on objects or references failed.
package enum ObjectStoreError: Error, Hashable, Sendable {
  /// There is no such object.
  case missing(ObjectID)
  /// The object is there and cannot be used; the text says why.
  case damaged(ObjectID, String)
  /// A reference stood elsewhere than expected.
  case moved(reference: String)
  /// Another process holds the lock of a reference or file.
  case locked(String)
  /// The store itself failed: full disk, no permission, broken configuration; the text says which.
  case failed(String)
}

extension ObjectStoreError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String {
    switch self {
    case .missing(let id): "the repository lacks object \(id.hex)"
    case .damaged(let id, let why): "object \(id.hex) of the repository is damaged: \(why)"
    case .moved(let reference): "\(reference) was moved by somebody else at the same moment"
    case .locked(let path): "\(path) is locked by another program"
    case .failed(let why): "the repository could not be used: \(why)"
    }
  }
}
