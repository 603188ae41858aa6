package import GitObjects

/// A program that has a file or folder open and said so.
package struct Presenter: Hashable, Sendable {
  /// The number it is told by.
  package var id: Int
  /// Who it is: what it claims itself does not concern it.
  package var holder: ClaimHolder
  /// What it has open; of a folder all that is in it.
  package var path: WorkspacePath
  /// The connection whose end ends it.
  package var connection: UInt64

  /// Makes a presenter.
  package init(id: Int, holder: ClaimHolder, path: WorkspacePath, connection: UInt64) {
    self.id = id
    self.holder = holder
    self.path = path
    self.connection = connection
  }

  /// Whether what happens at a path is in what it shows.
  package func shows(_ item: WorkspacePath) -> Bool { path == item || item.isBelow(path) }
}
