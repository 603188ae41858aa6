package import GitObjects
package import WorkspaceAPI

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

  /// Returns whether a path is the open file, or in the open folder.
  package func shows(_ item: WorkspacePath) -> Bool { path == item || item.isBelow(path) }
}

/// A notice to a program that presents a file or folder.
package struct PresenterNotice: Hashable, Sendable {
  /// The notice's number, which its answer contains.
  package var id: Int
  /// The presenter that receives it.
  package var presenter: Int
  package var kind: NoticeKind
  /// The file or folder.
  package var path: WorkspacePath
  /// The new path, for `moved`.
  package var newPath: WorkspacePath?
  /// The name of the party that asks; nil if there is none.
  package var by: String?
  /// The time until which an answer is waited for, in monotonic nanoseconds; only for kinds that ask.
  package var until: Int64?
}

extension ClaimItem {
  /// Returns the notice for a presenter before the item is claimed; nil if the presenter is not concerned.
  ///
  /// Concerned are presenters of the item itself or of a folder above it and, if a folder is claimed with its contents,
  /// those below it.
  package func question(for presenter: Presenter) -> NoticeKind? {
    guard presenter.shows(path) || (intent.takesContents && presenter.path.isBelow(path)) else { return nil }
    return switch intent {
    case .reading: .save
    case .writing, .moving: .letGo
    case .merging: .saveAndLetGo
    case .deleting, .replacing: .goes
    }
  }
}
