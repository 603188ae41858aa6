/// Reports that an agent's own tool is about to run, or has ended: a hook's call (review A7).
package struct BracketRequest: AnonymousVerb {
  package typealias Answer = BracketReceipt
  package static let name = "bracket"

  /// The hook's event.
  package enum Kind: String, Sendable, Codable {
    /// The tool is about to run.
    case begin
    /// The tool has ended.
    case end
    /// The session pauses or has ended: none of its tools is running.
    case rest
  }

  /// A program that continues to run after the command that started it.
  package struct Left: Hashable, Sendable, Codable {
    package var process: Int32
    /// Its start time, in clock ticks since the machine started.
    package var began: UInt64

    package init(process: Int32, began: UInt64) {
      self.process = process
      self.began = began
    }
  }

  /// The hook's event.
  package var kind: Kind
  /// The agent, with its required session. The hook states it, and the daemon learns from it which processes are
  /// agents.
  package var agent: Caller
  /// The id of the tool's call.
  package var id: String
  /// The files that the tool names.
  package var paths: [String]
  /// Texts that the tool adds to each of the files, as far as its input contains them.
  package var texts: [String]
  /// Texts that the tool removes in exchange, one for each; nil if its input contains none.
  package var taken: [String]?
  /// Whether the tool replaces every occurrence of each text. Nil for no.
  package var isEverywhere: Bool?
  /// Whether the added text is the whole text of the file. Nil for no.
  package var isWhole: Bool?
  /// The command that the tool runs; nil for none.
  package var command: String?
  /// The programs that the session's commands left running, as the daemon found them; the daemon ignores a client's
  /// value.
  package var left: [Left]?
  /// Whether the tool runs a command, which may write any file.
  package var isCommand: Bool
  /// Whether a program reports the whole run of a headless agent under a session; `rest` ends it. Nil for no.
  package var isRun: Bool?
  /// The program that reports a run, as the daemon found it; the daemon ignores a client's value.
  package var runner: Left?
  /// Whether the tool only reads the files that it names, or all files below the folders. Nil for no.
  package var isRead: Bool?
  /// For a search below a folder, the pattern of the searched names; nil for all.
  package var glob: String?

  package init(
    kind: Kind, agent: Caller, id: String, paths: [String] = [], texts: [String] = [], isCommand: Bool = false
  ) {
    self.kind = kind
    self.agent = agent
    self.id = id
    self.paths = paths
    self.texts = texts
    self.isCommand = isCommand
  }
}

/// The result of a hook's call.
package struct BracketReceipt: Sendable, Codable {
  /// The number of saves that were recorded because of it: the person's before a tool, the agent's after it.
  package var recorded: Int

  /// The reason why the tool may not write its files, for the agent; nil if it may.
  package var refused: String?

  package init(recorded: Int, refused: String? = nil) {
    self.recorded = recorded
    self.refused = refused
  }
}
