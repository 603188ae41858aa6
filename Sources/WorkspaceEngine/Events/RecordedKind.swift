internal import Documents

/// The kind of change of a recorded commit: the `kind` of a `recorded` event.
enum RecordedKind: String, CaseIterable {
  /// A file was saved, or a command wrote it.
  case change
  /// A conflict was resolved.
  case resolve
  /// An earlier version was restored.
  case restore
  /// Changes were undone.
  case undo
  /// Two lines of history were merged.
  case merge
  /// The person committed with git.
  case git
  /// Stet itself recorded a fact, such as the last author of a file.
  case note

  /// Derives the kind from a commit's message and the number of its parents.
  init(_ message: CommitMessage, parents: Int) {
    if !message.resolves.isEmpty {
      self = .resolve
    } else if !message.undoes.isEmpty {
      self = .undo
    } else if message.restores != nil {
      self = .restore
    } else if parents > 1 {
      self = .merge
    } else {
      switch message.author {
      case nil: self = .git
      case .sync: self = .note
      case .user, .agent, .unsure: self = .change
      }
    }
  }
}
