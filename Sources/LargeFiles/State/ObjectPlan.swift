/// The choice of unused objects to delete: least recently read first, as many as needed, and never the last copy.
///
/// It is computed again after each answer of the remote, which is asked only about the next candidates.
package struct ObjectPlan: Hashable, Sendable {
  /// The objects to delete, in this order; the remote confirmed each.
  package private(set) var dropped: [ContentID] = []
  /// The objects to ask the remote about; if it has them, deleting them may free enough.
  package private(set) var asked: [StoredObject] = []
  /// The number of bytes that become free.
  package private(set) var freed = 0

  /// Creates a plan.
  ///
  /// - Parameters:
  /// - objects: all objects here.
  /// - needed: objects that are kept whatever the remote answers: those of existing or requested files, of unpublished
  ///   commits, of open conflicts and of held versions.
  /// - answers: the remote's latest answers: whether it has an object undamaged.
  /// - wanted: the number of bytes to free.
  package init(_ objects: [StoredObject], needed: Set<ContentID>, answers: [ContentID: Bool], wanted: Int) {
    var hoped = 0
    for object in objects.sorted(by: { ($0.lastRead, $0.id) < ($1.lastRead, $1.id) }) {
      if freed + hoped >= wanted { break }
      if needed.contains(object.id) { continue }
      switch answers[object.id] {
      case true:
        dropped.append(object.id)
        freed += object.size
      case false: break
      case nil:
        asked.append(object)
        hoped += object.size
      }
    }
  }
}
