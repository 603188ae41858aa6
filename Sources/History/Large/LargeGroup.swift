internal import FileSystem

/// Contents and placeholders that are written together and made durable at once, and what the group before displaced.
///
/// One sync a file was most of what evicting 10,000 files took: the group has one, of the whole file system, which makes
/// the exchanges of the group before durable too, so that what they displaced may go.
package struct LargeGroup: Sendable {
  /// Up to so many files are synced one by one: the whole file system may have much of others to write.
  private static let fewFiles = 16

  private let placings: [LargePlacement]
  private let before: [LargeDisplaced]

  /// Makes a group; without placements it only has what was displaced go.
  package init(_ placings: [LargePlacement], after before: [LargeDisplaced]) {
    self.placings = placings
    self.before = before
  }

  /// Writes, syncs, and takes away; blocks, on any thread.
  ///
  /// - Returns: the slot of each placement, or why it has none; and of what was displaced that which did not go.
  package func run() -> (slots: [Result<String, any Error>], kept: [LargeDisplaced]) {
    let isFew = placings.count <= Self.fewFiles
    var slots = placings.map { placing in Result { try placing.run(syncs: isFew) } }
    do {
      if let tree = (placings.first?.tree ?? before.first?.tree) {
        if !isFew || before.count > Self.fewFiles {
          try tree.synchronizeAll()
        } else if !before.isEmpty {
          // The names of a few: what a rename did is durable with the folder that it took a name from.
          try tree.synchronize(.store("tmp"))
        }
      }
    } catch {
      for (placing, slot) in zip(placings, slots) {
        if let slot = try? slot.get() { try? placing.tree.remove(placing.written(in: slot)) }
      }
      slots = slots.map { slot in slot.flatMap { _ in .failure(error) } }
      return (slots, before)
    }
    return (slots, before.filter { !$0.drop() })
  }
}
