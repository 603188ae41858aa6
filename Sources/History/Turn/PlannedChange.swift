package import GitObjects

/// One path of a planned commit.
package struct PlannedChange: Hashable, Sendable {
  /// The path.
  package var path: WorkspacePath
  /// What it becomes; nil where it goes.
  package var mode: FileMode?
  /// The blob of what it becomes; nil where it goes.
  package var blob: ObjectID?
  /// The blob's content, for the journal; nil where the object is durable already.
  package var content: [UInt8]?
  /// The placement whose success this change needs; nil where the work tree has the content already.
  package var placement: Int?

  /// Makes a change.
  package init(path: WorkspacePath, mode: FileMode?, blob: ObjectID?, content: [UInt8]?, placement: Int? = nil) {
    self.path = path
    self.mode = mode
    self.blob = blob
    self.content = content
    self.placement = placement
  }
}
