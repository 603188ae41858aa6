internal import GitObjects

/// The recorder's references before a recovery.
///
/// The recovery moves them back to the journal's beginning. Until it ends they are kept under other names for the next
/// one: nothing else has the commits that a damaged journal lacks.
struct RecoveredEnds {
  private static let prefix = StetReference.prefix + "recovering/"

  /// The tip; nil if there was none.
  let tip: ObjectID?
  /// The commit of held versions.
  let held: ObjectID?

  /// Reads the references, and those that an interrupted recovery kept.
  init(_ store: any ObjectStore) throws(ObjectStoreError) {
    let kept = try store.references(withPrefix: Self.prefix)
    let present = (tip: try store.reference(StetReference.tip), held: try store.reference(StetReference.held))
    func whole(_ name: String) -> ObjectID? {
      kept[Self.prefix + name].flatMap { (try? store.commit($0)) == nil ? nil : $0 }
    }
    tip = whole("tip") ?? present.tip
    held = whole("held") ?? present.held
  }

  /// Keeps them until `forget`.
  func keep(in store: any ObjectStore) throws(ObjectStoreError) {
    for (name, id) in [("tip", tip), ("held", held)] {
      let name = Self.prefix + name
      let present = try store.reference(name)
      // A reference to a missing commit would stop git.
      guard let id, id != present, (try? store.commit(id)) != nil else { continue }
      try store.setReference(name, to: id, expecting: present)
    }
  }

  /// Deletes the kept references.
  func forget(in store: any ObjectStore) throws(ObjectStoreError) {
    for (name, id) in try store.references(withPrefix: Self.prefix) {
      try store.setReference(name, to: nil, expecting: id)
    }
  }
}
