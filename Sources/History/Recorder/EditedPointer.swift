package import GitObjects
package import LargeFiles

/// A pointer that somebody wrote over a placeholder or a large file, and whose content is not here: what was written is
/// held, and becomes a version of the path where a remote says that it has the content.
package struct EditedPointer: Hashable, Sendable {
  /// Where it was written.
  package let path: WorkspacePath
  /// What it says.
  package let pointer: Pointer
  /// The text that was written.
  let blob: ObjectID
  /// The mode of the file.
  let mode: FileMode
  /// The version over which it was written: where another one is recorded by now, it is no news any more.
  let base: ObjectID
  /// Who wrote it, and through what.
  let origin: WriteOrigin
  /// Whether the person was told that it does not stand.
  var isTold = false
}
