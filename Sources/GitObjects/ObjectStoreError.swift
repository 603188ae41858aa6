/// A failed operation on objects or references.
package enum ObjectStoreError: Error, Hashable, Sendable {
  /// The object does not exist.
  case missing(ObjectID)
  /// The object exists but cannot be used; the text is the reason.
  case damaged(ObjectID, String)
  /// A reference had another value than expected.
  case moved(reference: String)
  /// Another process holds the lock of a reference or file.
  case locked(String)
  /// The store itself failed: full disk, no permission, broken configuration; the text is the reason.
  case failed(String)
}

extension ObjectStoreError: CustomStringConvertible {
  /// The error message for people.
  package var description: String {
    switch self {
    case .missing(let id): "the repository lacks object \(id.hex)"
    case .damaged(let id, let why): "object \(id.hex) of the repository is damaged: \(why)"
    case .moved(let reference): "\(reference) was moved by another program at the same moment"
    case .locked(let path): "\(path) is locked by another program"
    case .failed(let why): "the repository could not be used: \(why)"
    }
  }
}
