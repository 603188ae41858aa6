internal import Git
package import GitObjects

/// Second handles on a repository, for use on other threads.
package enum RepositoryStore {
  /// Opens the repository of a folder.
  ///
  /// - Throws: `ObjectStoreError` if it cannot be opened.
  package static func open(root: String) throws(ObjectStoreError) -> any ObjectStore { try Repository(root: root) }

  /// Makes objects durable as one pack and deletes their loose copies; returns whether that succeeded. Blocks.
  static func pack(_ ids: [ObjectID], root: String) -> Bool {
    do throws(ObjectStoreError) {
      let repository = try Repository(root: root)
      _ = try repository.writePack(objects: ids)
      _ = try repository.dropLoose(ids)
      return true
    } catch { return false }
  }
}
