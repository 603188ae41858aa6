internal import Documents

/// What sort of change a recorded commit is, as `kind` of a `recorded` event says.
enum RecordedKind: String, CaseIterable {
  /// A file was saved, or written through a command.
  case change
  /// A conflict was settled.
  case resolve
  /// An earlier state was brought back.
  case restore
  /// Changes were taken back.
  case undo
  /// Two lines of history were put together.
  case merge
  /// The person committed with git.
  case git
  /// Stet itself noted something, such as who changed a file last.
  case note

  /// Decides by what the commit says.
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
