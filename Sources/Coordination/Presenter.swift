package import GitObjects

/// A program that registered a file or folder as open.
package struct Presenter: Hashable, Sendable {
  /// The presenter's number in notices.
  package var id: Int
  /// The program's party: its own claims do not concern it.
  package var holder: ClaimHolder
  /// The open file, or the open folder with all its contents.
  package var path: WorkspacePath
  /// The connection whose end unregisters the presenter.
  package var connection: UInt64

  /// Creates a presenter.
  package init(id: Int, holder: ClaimHolder, path: WorkspacePath, connection: UInt64) {
    self.id = id
    self.holder = holder
    self.path = path
    self.connection = connection
  }

  /// Returns whether a path is the open file, or in the open folder.
  package func shows(_ item: WorkspacePath) -> Bool { path == item || item.isBelow(path) }
}
