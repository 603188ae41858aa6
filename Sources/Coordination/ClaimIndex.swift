internal import WorkspaceAPI
internal import GitObjects

/// An index of many items, so that others are not compared with each of them: an adoption may change 100,000 files.
struct ClaimIndex: Hashable, Sendable {
  private static let least = 32

  private let intents: [WorkspacePath: [ClaimIntent]]

  /// Creates an index of items; nil for few items.
  init?(_ items: [ClaimItem]) {
    guard items.count >= Self.least else { return nil }
    var intents: [WorkspacePath: [ClaimIntent]] = [:]
    intents.reserveCapacity(items.count)
    for item in items { intents[item.path, default: []].append(item.intent) }
    self.intents = intents
  }

  /// Returns whether an item conflicts with any of these, as by `ClaimItem.conflicts(with:)`.
  func meets(_ item: ClaimItem) -> Bool {
    var place: WorkspacePath? = item.path
    while let path = place {
      if intents[path]?.contains(where: { item.conflicts(with: ClaimItem(path, $0)) }) == true { return true }
      place = path.parent
    }
    return item.intent.takesContents && intents.keys.contains { $0.isBelow(item.path) }
  }
}
