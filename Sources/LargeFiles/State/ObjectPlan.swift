/// Which objects that nothing here shows any more give their room back: what was read least lately first, as much as is
/// wanted, and never the last copy.
///
/// Made again after each answer of the remote: it is asked only about what may go next.
package struct ObjectPlan: Hashable, Sendable {
  /// The objects that the remote said it has, in this order.
  package private(set) var dropped: [ContentID] = []
  /// What the remote is to be asked about: with what it has of these there may be enough.
  package private(set) var asked: [StoredObject] = []
  /// How many bytes become free.
  package private(set) var freed = 0

  /// Plans.
  ///
  /// - Parameters:
  ///   - objects: all that are here.
  ///   - needed: those of files that stand or are waited for, of commits that are not published, of open conflicts and of
  ///     what is held: they stay whatever the remote says.
  ///   - answers: what the remote answered just now: whether it has an object, whole.
  ///   - wanted: so many bytes.
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
