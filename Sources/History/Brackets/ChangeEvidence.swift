/// What can be found out about a change of a file, when somebody asks.
package struct ChangeEvidence {
  /// What an editor says of it.
  package var editor: () -> EditorTrace
  /// The text that stands there and the one that was recorded last; nil for none that can be read.
  package var texts: () -> (standing: [UInt8]?, recorded: [UInt8]?)
  /// Whether a program that a command left still runs.
  package var isRunning: (LeftProgram) -> Bool

  /// Makes evidence.
  package init(
    editor: @escaping () -> EditorTrace, texts: @escaping () -> (standing: [UInt8]?, recorded: [UInt8]?),
    isRunning: @escaping (LeftProgram) -> Bool = { _ in false }
  ) {
    self.editor = editor
    self.texts = texts
    self.isRunning = isRunning
  }
}

/// A program that an agent's command left running.
package struct LeftProgram: Hashable, Sendable {
  /// The agent's session.
  package var session: String
  /// The process.
  package var process: Int32
  /// When it began, in clock ticks since the machine started: numbers of processes come again.
  package var began: UInt64

  /// Makes one.
  package init(session: String, process: Int32, began: UInt64) {
    self.session = session
    self.process = process
    self.began = began
  }
}
