package import FileSystem
package import GitObjects

/// The reason why a write was not done; the file is unchanged, except after `partial`.
package enum WriteRefusal: Error, Hashable, Sendable {
  /// Somebody changed the same place since the version that was served to the writer.
  case stale(base: ObjectID?, current: ObjectID?)
  /// The token names no known version.
  case unknownVersion(ObjectID)
  /// There is no file at the path.
  case notFound
  /// The text to replace occurs this often, not once.
  case notUnique(count: Int)
  /// The text to replace cannot be found in a file that is not text.
  case notText
  /// It is a large file whose content is not on this machine, or whose newer content is being downloaded.
  case notHere
  /// It is a large file, and the text to write is a pointer to unknown content.
  case pointerText
  /// A file is at a path that must be free.
  case exists(WorkspacePath)
  /// A folder, or a special file, is at the path.
  case notAFile
  case foreign(ForeignFolder)
  /// Somebody is saving it at this moment; try again.
  case beingSaved
  /// The disk refused.
  case disk(FileError)
  /// The disk refused an append when a part of the text was in the file; that part is recorded as the writer's.
  case partial(FileError)
  /// The repository refused.
  case repository(ObjectStoreError)
  /// Recording is paused; the reason.
  case paused(String)
  /// Nothing can be made durable at the moment; the reason.
  case readOnly(String)
}

extension WriteRefusal {
  /// Runs a plan and makes refusals of the errors of disk and repository; any other error becomes `otherwise`.
  package static func mapping<Result>(
    otherwise: WriteRefusal, _ body: () throws -> Result
  ) throws(WriteRefusal) -> Result {
    do throws(any Error) { return try body() } catch {
      switch error {
      case let refusal as WriteRefusal: throw refusal
      case let error as FileError: throw .disk(error)
      case let error as ObjectStoreError: throw .repository(error)
      default: throw otherwise
      }
    }
  }
}
