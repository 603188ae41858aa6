internal import Git
internal import GitObjects

/// Opens a second handle on a repository, for the exchange's own thread.
enum RepositoryStore {
  /// The repository of a folder.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be opened.
  static func open(root: String) throws(ObjectStoreError) -> any ObjectStore { try Repository(root: root) }

  /// Makes objects durable as one pack and drops their loose copies; whether it did. Blocks.
  static func pack(_ ids: [ObjectID], root: String) -> Bool {
    do throws(ObjectStoreError) {
      let repository = try Repository(root: root)
      _ = try repository.writePack(objects: ids)
      _ = try repository.dropLoose(ids)
      return true
    } catch { return false }
  }
}
