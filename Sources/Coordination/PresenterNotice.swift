package import WorkspaceAPI
package import GitObjects

/// A notice to a program that presents a file or folder.
package struct PresenterNotice: Hashable, Sendable {
  /// The notice's number, which its answer contains.
  package var id: Int
  /// The presenter that receives it.
  package var presenter: Int
  /// The kind of notice.
  package var kind: NoticeKind
  /// The file or folder.
  package var path: WorkspacePath
  /// The new path, for `moved`.
  package var newPath: WorkspacePath?
  /// The name of the party that asks; nil if there is none.
  package var by: String?
  /// The time until which an answer is waited for, in monotonic nanoseconds; only for kinds that ask.
  package var until: Int64?

  /// Creates a notice.
  package init(
    id: Int, presenter: Int, kind: NoticeKind, path: WorkspacePath, newPath: WorkspacePath? = nil, by: String? = nil,
    until: Int64? = nil
  ) {
    self.id = id
    self.presenter = presenter
    self.kind = kind
    self.path = path
    self.newPath = newPath
    self.by = by
    self.until = until
  }
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
