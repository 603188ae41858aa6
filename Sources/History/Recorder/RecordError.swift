package import FileSystem
package import GitObjects

/// The reason why an operation of the recorder failed as a whole.
package enum RecordError: Error, Hashable, Sendable {
  /// The disk refused.
  case disk(FileError)
  /// The repository refused.
  case repository(ObjectStoreError)
  /// Recording is paused; the reason.
  case paused(String)
  /// Nothing can be made durable at the moment; the reason.
  case readOnly(String)
}

extension RecordError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String {
    switch self {
    case .disk(let error): error.description
    case .repository(let error): error.description
    case .paused(let reason): "recording is paused: \(reason)"
    case .readOnly(let reason): "nothing can be recorded: \(reason)"
    }
  }
}
