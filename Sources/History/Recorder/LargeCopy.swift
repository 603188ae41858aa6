package import FileSystem
package import GitObjects

/// The copy of a large file into the store, which runs beside the recorder's turns, on any thread.
package struct LargeCopy: Sendable {
  /// What was copied.
  package struct Result: Hashable, Sendable {
    /// The content's blob, durable.
    package var blob: ObjectID
    /// The file it was, as it stood when the last byte was read.
    package var stamp: FileStamp
  }

  /// The file.
  package let path: WorkspacePath
  let tree: any FileTree

  /// Copies it; blocks. What is cut off leaves nothing in the store that could be taken for the file.
  ///
  /// - Parameter store: a handle of the calling thread's own.
  /// - Returns: nil where a program writes the file or it changed meanwhile.
  /// - Throws: `FileError` where it cannot be read, `ObjectStoreError` where the store does not take it.
  package func run(into store: any ObjectStore) throws -> Result? {
    let location = FileLocation(path)
    guard let before = try tree.stamp(of: location), before.kind == .file else { return nil }
    var reading: FileReading?
    do {
      let blob = try store.writeBlob(size: before.size) { take in
        var failure: (any Error)?
        reading = try tree.readPieces(of: location) { piece in
          do {
            try take(piece)
            return true
          } catch {
            failure = error
            return false
          }
        }
        if let reading, !reading.isSettled || !reading.stamp.sameContent(as: before) { throw Unsettled() }
        if let failure { throw failure }
      }
      return reading.map { Result(blob: blob, stamp: $0.stamp) }
    } catch is Unsettled { return nil }
  }

  private struct Unsettled: Error {}
}
