/// A file of Stet's own in `incomplete/` that becomes an object: downloaded bytes (`Arrival`) or an object of another
/// folder (`BroughtObject`).
protocol IncomingObject: AnyObject, Sendable {
  /// The object that the file becomes.
  var pointer: Pointer { get }
  var folder: ObjectFolder { get }
  /// Whether the file was open since it was written, so that `flush` reports each failed write.
  var isOpen: Bool { get }

  /// Checks size and hash, unless that was done while the file was made; deletes a file with wrong content. Called once.
  func complete() throws(ObjectFolderError)

  /// Flushes the content to the device.
  func flush() throws(ObjectFolderError)

  /// Renames the file to the object's name, after `complete` and `flush`; the name is not flushed.
  ///
  /// - Returns: false if the object existed already; that one is kept.
  func name() throws(ObjectFolderError) -> Bool
}

extension IncomingObject {
  /// Checks size and hash, flushes the file, and renames it to the object's name.
  func finish() throws(ObjectFolderError) {
    try complete()
    try flush()
    if try name() { try flushName() }
  }

  /// Flushes the name that `name` gave; after a failure the object is removed, so that it is transferred again.
  func flushName() throws(ObjectFolderError) {
    do throws(ObjectFolderError) { try folder.flushName(of: pointer.id) } catch {
      try? folder.remove(pointer.id)
      throw error
    }
  }
}
