package import LargeFiles

/// Where the contents of large files are, and what makes a file large (DESIGN "Placeholders").
package struct LargeStore: Sendable {
  /// The objects: `.git/lfs`.
  package let folder: ObjectFolder
  private let currentRule: @Sendable () -> LargeRule
  private let currentFloor: @Sendable () -> Int

  /// What makes a file large; the policy may change it at any time.
  package var rule: LargeRule { currentRule() }

  /// So many bytes of the disk are left free by what nobody waits for; the policy may change it at any time.
  package var keepFree: Int { currentFloor() }

  /// Makes a store.
  package init(
    folder: ObjectFolder, rule: @autoclosure @escaping @Sendable () -> LargeRule = .standard,
    keepFree: @autoclosure @escaping @Sendable () -> Int = 0
  ) {
    self.folder = folder
    currentRule = rule
    currentFloor = keepFree
  }

  /// Whether the disk has room for so many bytes more, and for what is to stay free beside them; where that cannot be told
  /// the writing tells.
  func hasRoom(for bytes: Int64) -> Bool {
    guard let free = try? folder.freeSpace() else { return true }
    return free.saturatingAdd(-keepFree) >= Int(bytes)
  }
}
