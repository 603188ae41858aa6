/// Contents and placeholders that are written together and made durable at once, with the files that the previous group
/// displaced.
///
/// One sync per file took most of the time of evicting 10,000 files. A group has one sync, of the whole file system,
/// which also makes the exchanges of the previous group durable, so that its displaced files can be deleted.
package struct LargeGroup: Sendable {
  /// The greatest number of files that are synced one by one: the whole file system may have many other files to write.
  private static let fewFiles = 16

  private let placings: [LargePlacement]
  private let before: [LargeDisplaced]

  /// Makes a group; without placements it only deletes displaced files.
  package init(_ placings: [LargePlacement], after before: [LargeDisplaced]) {
    self.placings = placings
    self.before = before
  }

  /// Writes, syncs and deletes; blocks, on any thread.
  ///
  /// - Returns: the slot or the error of each placement, and the displaced files that could not be deleted.
  package func run() -> (slots: [Result<String, any Error>], kept: [LargeDisplaced]) {
    let isFew = placings.count <= Self.fewFiles
    var slots = placings.map { placing in Result { try placing.run(syncs: isFew) } }
    do {
      if let tree = (placings.first?.tree ?? before.first?.tree) {
        if !isFew || before.count > Self.fewFiles {
          try tree.synchronizeAll()
        } else if !before.isEmpty {
          // The names of a few files: a rename is durable with the folder that it took a name from.
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

/// The result of exchanging a placeholder for its content, or a content for its placeholder.
package enum ExchangeOutcome: Hashable, Sendable {
  /// The exchange is done, now or before.
  case done
  /// The tip names another version, or other content is at the path: the requested exchange is obsolete.
  case changed
  /// Somebody has the file open; retry later.
  case busy
  /// Exchanges are paused: git is at work, or recording is paused; retry later.
  case paused
  /// The content is not on this machine.
  case missing
  /// Disk, repository or object refuse; the reason.
  case failed(String)
}

/// The reason why an exchange was not begun.
package struct ExchangeStop: Error, Hashable, Sendable {
  package var outcome: ExchangeOutcome

  package init(_ outcome: ExchangeOutcome) { self.outcome = outcome }
}
