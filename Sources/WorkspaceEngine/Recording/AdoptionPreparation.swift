internal import GitObjects
internal import History
internal import Threads

/// Works out adoptions before their turn, with a handle of its own on the repository: the recorder's queue goes on.
actor AdoptionPreparation {
  private let executor = SerialQueue(label: "stet.prepare")
  private let root: String
  private var store: (any ObjectStore)?

  /// Prepares for the repository of a folder; nothing is opened yet.
  init(root: String) { self.root = root }

  /// A thread of its own: objects are read from the disk.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// What leads from one commit to another; nil where it cannot be read here, which the recorder then tells.
  func plan(from: ObjectID?, to target: ObjectID, leaving: Set<NameKey>) -> AdoptionPlan? {
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
