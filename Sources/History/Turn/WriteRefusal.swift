package import FileSystem
package import GitObjects

/// Why a write was not done; the file is as it was.
package enum WriteRefusal: Error, Hashable, Sendable {
  /// Somebody changed the same place since the version the writer was given.
  case stale(base: ObjectID?, current: ObjectID?)
  /// The token names no version known here.
  case unknownVersion(ObjectID)
  /// Nothing stands there.
  case notFound
  /// The text to replace stands there this often, not once.
  case notUnique(count: Int)
  /// The text to replace cannot be found in a file that is not text.
  case notText
  /// It is a large file whose content is not on this machine, or of which a newer one is coming.
  case notHere
  /// It is a large file, and what would be written is the text of a pointer to something unknown.
  case pointerText
  /// Something stands where nothing may.
  case exists(WorkspacePath)
  /// A folder, or a special file, stands there.
  case notAFile
  /// It is in a folder that is left to itself.
  case foreign(ForeignFolder)
  /// Somebody is saving it at this moment; try again.
  case beingSaved
  /// The disk refused.
  case disk(FileError)
  /// The repository refused.
  case repository(ObjectStoreError)
  /// Nothing is recorded at the moment, and why.
  case paused(String)
  /// Nothing can be made durable at the moment, and why.
  case readOnly(String)
}
