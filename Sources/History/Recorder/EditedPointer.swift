package import GitObjects
package import LargeFiles

/// A pointer that somebody wrote over a placeholder or a large file, and whose content is not here: the text is held,
/// and becomes a version of the path when a remote confirms that it has the content.
package struct EditedPointer: Hashable, Sendable {
  /// The path at which it was written.
  package let path: WorkspacePath
  /// The pointer.
  package let pointer: Pointer
  /// The blob of the written text.
  let blob: ObjectID
  /// The mode of the file.
  let mode: FileMode
  /// The version that it was written over; if another one is recorded meanwhile, it is obsolete.
  let base: ObjectID
  /// The origin of the change.
  let origin: WriteOrigin
  /// Whether the person was notified that it has no effect yet.
  var isReported = false
}
