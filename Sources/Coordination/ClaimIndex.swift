internal import GitObjects

/// Many items, so that others are not compared with each of them: an adoption may change 100,000 files.
struct ClaimIndex: Hashable, Sendable {
  private static let least = 32

  private let intents: [WorkspacePath: [ClaimIntent]]

  /// An index of items; nil where they are few.
  init?(_ items: [ClaimItem]) {
    guard items.count >= Self.least else { return nil }
    var intents: [WorkspacePath: [ClaimIntent]] = [:]
    intents.reserveCapacity(items.count)
    for item in items { intents[item.path, default: []].append(item.intent) }
    self.intents = intents
  }

  /// Whether one of the items and this one cannot be at the same time, as `ClaimItem.conflicts(with:)` says.
  func meets(_ item: ClaimItem) -> Bool {
    var place: WorkspacePath? = item.path
    while let path = place {
      if intents[path]?.contains(where: { item.conflicts(with: ClaimItem(path, $0)) }) == true { return true }
      place = path.parent
    }
    return item.intent.takesContents && intents.keys.contains { $0.isBelow(item.path) }
  }
}
