package import GitObjects

/// What a program that presents a file or folder is told.
package struct PresenterNotice: Hashable, Sendable {
  /// What it is told, or asked.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Asks: save what is not saved, somebody is about to read it.
    case save
    /// Asks: write no more until `free`, somebody is about to change it.
    case letGo = "let-go"
    /// Asks: save, then write no more until `free`; somebody is about to change what stands there.
    case saveAndLetGo = "save-and-let-go"
    /// Asks: it is about to be deleted or replaced.
    case goes
    /// Tells: it changed on disk.
    case changed
    /// Tells: it has another path.
    case moved
    /// Tells: it is not there any more.
    case deleted
    /// Tells: who asked to let go has ended.
    case free

    /// Whether an answer is waited for.
    package var asks: Bool {
      switch self {
      case .save, .letGo, .saveAndLetGo, .goes: true
      case .changed, .moved, .deleted, .free: false
      }
    }
  }

  /// Its number: an answer names it.
  package var id: Int
  /// The presenter it is for.
  package var presenter: Int
  /// What it is.
  package var kind: Kind
  /// The file or folder it is about.
  package var path: WorkspacePath
  /// For `moved`: where it is now.
  package var newPath: WorkspacePath?
  /// Who asks; nil where nobody does.
  package var by: String?
  /// For what asks: until when an answer is waited for, monotonic nanoseconds.
  package var until: Int64?

  /// Makes a notice.
  package init(
    id: Int, presenter: Int, kind: Kind, path: WorkspacePath, newPath: WorkspacePath? = nil, by: String? = nil,
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
  /// What the presenter of a path is asked before the item is claimed; nil where it is not its matter.
  ///
  /// Those who show the item itself or the folder it is in, and where all that is in a folder goes, those below.
  package func question(for presenter: Presenter) -> PresenterNotice.Kind? {
    guard presenter.shows(path) || (intent.takesContents && presenter.path.isBelow(path)) else { return nil }
    return switch intent {
    case .reading: .save
    case .writing, .moving: .letGo
    case .merging: .saveAndLetGo
    case .deleting, .replacing: .goes
    }
  }
}
