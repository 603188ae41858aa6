/// An object in the object folder.
package struct StoredObject: Hashable, Sendable {
  /// Its name.
  package var id: ContentID
  /// How many bytes it has.
  package var size: Int
  /// When it was read last, in seconds since 1970, as far as the file system keeps that; never before it came.
  package var lastRead: Int

  /// Makes a description.
  package init(id: ContentID, size: Int, lastRead: Int) {
    self.id = id
    self.size = size
    self.lastRead = lastRead
  }
}
