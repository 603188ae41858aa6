package import LargeFiles

/// Where the contents of large files are, and what makes a file large (DESIGN "Placeholders").
package struct LargeStore: Sendable {
  /// The objects: `.git/lfs`.
  package let folder: ObjectFolder
  private let currentRule: @Sendable () -> LargeRule

  /// What makes a file large; the policy may change it at any time.
  package var rule: LargeRule { currentRule() }

  /// Makes a store.
  package init(folder: ObjectFolder, rule: @autoclosure @escaping @Sendable () -> LargeRule = .standard) {
    self.folder = folder
    currentRule = rule
  }
}
