package import GitObjects
package import Recording
internal import Threads

/// The preparation of adoptions before their turn, with its own handle on the repository, so that the keeper
/// is not blocked.
package actor AdoptionPreparation {
  private let executor = SerialQueue(label: "stet.prepare")
  private let root: String
  private var store: (any ObjectStore)?

  /// Makes a preparation for the repository of a folder; nothing is opened yet.
  init(root: String) { self.root = root }

  /// The actor's own thread, because it reads objects from the disk.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns the plan that leads from one commit to another; nil if it cannot be made here: then the recorder reports
  /// the reason.
  package func plan(from: ObjectID?, to target: ObjectID, leaving: Set<NameKey>) -> AdoptionPlan? {
    do throws(ObjectStoreError) {
      let store: any ObjectStore
      if let open = self.store { store = open } else { store = try RepositoryStore.open(root: root) }
      self.store = store
      return try AdoptionPlan(from: from, to: target, leaving: leaving, in: store)
    } catch {
      store = nil
      return nil
    }
  }
}
