internal import GitObjects

/// Where the recorder's references stood before a recovery.
///
/// The recovery moves them back to the journal's beginning. Until it has ended they are kept under other names, for the
/// next one: only they tell of what a damaged journal has not.
struct RecoveredEnds {
  private static let prefix = "refs/stet/recovering/"

  /// Where the tip stood; nil where it was not there.
  let tip: ObjectID?
  /// Where the commit of held versions stood.
  let held: ObjectID?

  /// Reads the references, and what an interrupted recovery kept of them.
  init(_ store: any ObjectStore) throws(ObjectStoreError) {
    let kept = try store.references(withPrefix: Self.prefix)
    let standing = (tip: try store.reference(Recorder.tipReference), held: try store.reference(Recorder.heldReference))
    func whole(_ name: String) -> ObjectID? {
      kept[Self.prefix + name].flatMap { (try? store.commit($0)) == nil ? nil : $0 }
    }
    tip = whole("tip") ?? standing.tip
    held = whole("held") ?? standing.held
  }

  /// Keeps them until `forget`.
  func keep(in store: any ObjectStore) throws(ObjectStoreError) {
    for (name, id) in [("tip", tip), ("held", held)] {
      let name = Self.prefix + name
      let standing = try store.reference(name)
      // A reference to nothing would stop git.
      guard let id, id != standing, (try? store.commit(id)) != nil else { continue }
      try store.setReference(name, to: id, expecting: standing)
    }
  }

  /// Ends the keeping.
  func forget(in store: any ObjectStore) throws(ObjectStoreError) {
    for (name, id) in try store.references(withPrefix: Self.prefix) {
      try store.setReference(name, to: nil, expecting: id)
    }
  }
}
