/// An object in the object folder.
package struct StoredObject: Hashable, Sendable {
  /// The name of the object.
  package var id: ContentID
  /// The size in bytes.
  package var size: Int
  /// The time of the last read in seconds since 1970, as far as the file system keeps it; never before the object was
  /// stored.
  package var lastRead: Int

  /// Creates a description.
  package init(id: ContentID, size: Int, lastRead: Int) {
    self.id = id
    self.size = size
    self.lastRead = lastRead
  }
}
