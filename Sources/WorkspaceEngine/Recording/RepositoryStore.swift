internal import Git
internal import GitObjects

/// Opens a second handle on a repository, for the exchange's own thread.
enum RepositoryStore {
  /// The repository of a folder.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be opened.
  static func open(root: String) throws(ObjectStoreError) -> any ObjectStore { try Repository(root: root) }
}
