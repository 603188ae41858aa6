package import LargeFiles
internal import Values

/// The place of large contents, and the rule for large files (DESIGN "Placeholders").
package struct LargeStore: Sendable {
  /// The objects: `.git/lfs`.
  package let folder: ObjectFolder
  private let currentRule: @Sendable () -> LargeRule
  private let currentFloor: @Sendable () -> Int

  /// The rule for large files; the policy may change it at any time.
  package var rule: LargeRule { currentRule() }

  /// The number of bytes that unrequested writes leave free on the disk; the policy may change it at any time.
  package var keepFree: Int { currentFloor() }

  package init(
    folder: ObjectFolder, rule: @autoclosure @escaping @Sendable () -> LargeRule = .standard,
    keepFree: @autoclosure @escaping @Sendable () -> Int = 0
  ) {
    self.folder = folder
    currentRule = rule
    currentFloor = keepFree
  }

  /// Returns whether the disk has room for so many more bytes beside the reserve; true if that is unknown, since the
  /// write reports it.
  package func hasRoom(for bytes: Int64) -> Bool {
    guard let free = try? folder.freeSpace() else { return true }
    return free.saturatingAdd(-keepFree) >= Int(bytes)
  }
}
