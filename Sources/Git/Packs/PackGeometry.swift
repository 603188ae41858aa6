/// The choice of packs to join, as in `git repack --geometric=2`: afterwards each pack has at least twice as many objects
/// as the next smaller one, so each object is packed again only about as often as the repository doubles.
package enum PackGeometry {
  /// Returns the packs to join.
  ///
  /// - Parameter packs: the packs with their numbers of objects.
  /// - Returns: the smallest packs up to the first that is large enough, in order of size; fewer than two are none.
  package static func joined<Name: Comparable>(_ packs: [(name: Name, objects: Int)]) -> [Name] {
    let sorted = packs.sorted { ($0.objects, $0.name) < ($1.objects, $1.name) }
    guard let last = sorted.indices.dropFirst().last(where: { sorted[$0].objects < 2 * sorted[$0 - 1].objects }) else {
      return []
    }
    var end = last + 1
    var total = sorted[..<end].reduce(0) { $0 + $1.objects }
    while end < sorted.count, sorted[end].objects < 2 * total {
      total += sorted[end].objects
      end += 1
    }
    return sorted[..<end].map(\.name)
  }
}
