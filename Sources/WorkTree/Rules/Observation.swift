package import GitObjects

/// A path that may have changed on disk.
package struct Observation: Hashable, Sendable {
  package var path: WorkspacePath
  /// Whether its absence has lasted long enough to count as a deletion (rule 4).
  package var believesDeletion: Bool
  /// Whether it is recorded although somebody has it open for writing: a text that grows for long (DESIGN "Seeing").
  package var takesPrefix: Bool

  /// Whether an append may wait for later ones (decision 47).
  package var mayWait: Bool

  /// The path that the file was renamed to: the deletion waits while the version there cannot be recorded.
  package var renamedTo: WorkspacePath?

  /// Makes an observation.
  package init(
    path: WorkspacePath, believesDeletion: Bool = false, takesPrefix: Bool = false, mayWait: Bool = false,
    renamedTo: WorkspacePath? = nil
  ) {
    self.mayWait = mayWait
    self.renamedTo = renamedTo
    self.path = path
    self.believesDeletion = believesDeletion
    self.takesPrefix = takesPrefix
  }
}
