internal import FileSystem
internal import GitObjects

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
