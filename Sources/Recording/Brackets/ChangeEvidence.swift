/// The evidence about a change of a file, computed on demand.
package struct ChangeEvidence {
  /// Returns the editor's part in the change.
  package var editor: () -> EditorTrace
  /// Returns the current text and the last recorded text; nil for a text that cannot be read.
  package var texts: () -> (onDisk: [UInt8]?, recorded: [UInt8]?)
  /// Returns the author of the text that the change replaces.
  package var earlier: () -> EarlierAuthor
  /// Returns whether a program that a command left behind still runs.
  package var isRunning: (LeftProgram) -> Bool

  /// Makes evidence.
  package init(
    editor: @escaping () -> EditorTrace, texts: @escaping () -> (onDisk: [UInt8]?, recorded: [UInt8]?),
    earlier: @escaping () -> EarlierAuthor = { .other }, isRunning: @escaping (LeftProgram) -> Bool = { _ in false }
  ) {
    self.editor = editor
    self.texts = texts
    self.earlier = earlier
    self.isRunning = isRunning
  }
}

/// The author of the text that a change replaces, as history has it.
package enum EarlierAuthor: Hashable, Sendable, CaseIterable {
  /// Nobody: both the path and the text are new.
  case nobody
  /// An agent made the last change.
  case agent
  /// The person made the last change, or that is unknown.
  case other
}

/// A program that an agent's command left running.
package struct LeftProgram: Hashable, Sendable, Codable {
  /// The agent's session.
  package var session: String
  package var process: Int32
  /// The start of the process, in clock ticks since the machine started: the kernel reuses process numbers.
  package var began: UInt64

  /// Makes a description of a program.
  package init(session: String, process: Int32, began: UInt64) {
    self.session = session
    self.process = process
    self.began = began
  }
}

/// The part of an editor in the last change of a document that it has, or just had, open.
package enum EditorTrace: Hashable, Sendable {
  /// No editor has the document open.
  case closed
  /// An editor has the document open, and it is unknown whether it saved.
  case open
  /// The editor saved and so made the last change.
  case saved
  /// An editor has the document open and has not saved since the last change: another program made it.
  case untouched
}
