/// Says that an agent's own tool is about to run, or has ended: a hook's call (review A7).
package struct BracketRequest: AnonymousVerb {
  package typealias Answer = BracketReceipt
  package static let name = "bracket"

  /// What the hook says.
  package enum Kind: String, Sendable, Codable {
    /// The tool is about to run.
    case begin
    /// It has ended.
    case end
    /// The session rests or is over: none of its tools runs any more.
    case rest
  }

  /// A program that runs on behind the command that started it.
  package struct Left: Hashable, Sendable, Codable {
    /// The process.
    package var process: Int32
    /// When it began, in clock ticks since the machine started.
    package var began: UInt64

    /// Makes one.
    package init(process: Int32, began: UInt64) {
      self.process = process
      self.began = began
    }
  }

  /// What the hook says.
  package var kind: Kind
  /// The agent, with its session; a session is needed. The hook states it, and the daemon learns from it which processes
  /// are agents.
  package var agent: Caller
  /// The id of the tool's call.
  package var id: String
  /// The files that the tool names.
  package var paths: [String]
  /// Texts that the tool puts into each of them, as far as its input says.
  package var texts: [String]
  /// Texts that it takes out for them, one for each; nil where its input says none.
  package var taken: [String]?
  /// Whether it takes each of them out wherever it stands. Nil for no.
  package var isEverywhere: Bool?
  /// Whether what it puts in is the whole text of the file. Nil for no.
  package var isWhole: Bool?
  /// The command that it runs; nil where it runs none.
  package var command: String?
  /// The programs that the session's commands left running, as the daemon found them; what a client says of it does not
  /// count.
  package var left: [Left]?
  /// Whether it runs a command, which may write anything.
  package var isCommand: Bool
  /// Whether it only reads what it names: files, or all below folders. Missing for no.
  package var isRead: Bool?
  /// Of a search below a folder, the pattern of the names that it looks at; nil for all.
  package var glob: String?

  /// Creates a request.
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
