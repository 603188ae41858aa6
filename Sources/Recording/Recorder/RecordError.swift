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

extension RecordError {
  /// Runs the body and converts its error to one of the recorder's.
  static func mapping<Result>(_ body: () throws -> Result) throws(RecordError) -> Result {
    do throws(any Error) {
      return try body()
    } catch {
      switch error {
      case let error as RecordError: throw error
      case let error as FileError: throw .disk(error)
      case let error as ObjectStoreError: throw .repository(error)
      default: throw .readOnly("\(error)")
      }
    }
  }
}

/// The state of recording.
package enum RecorderState: Hashable, Sendable {
  /// Recording is active.
  case recording
  /// Recording is stopped for a reason that ends by itself or by a person: another branch, a rebase, a question.
  case paused(String)
  /// Nothing can be made durable: full disk, failing device, read-only repository.
  case readOnly(String)
}
