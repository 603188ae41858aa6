internal import Documents
internal import FileSystem
internal import FoundationEssentials
internal import GitObjects
internal import LocalState
internal import Recording
internal import WorkTree

/// The brackets stored for the next start: after a stop or kill in the middle of an agent's command, the daemon still
/// knows that the command runs. Stored in `.git/stet/brackets`.
///
/// The file is not synced: an agent's command does not survive a power failure.
struct BracketFile {
  private static let file = StoredFile("brackets")
  /// The maximum total bytes of a tool's texts that are stored; beyond it the bracket counts as a command, without
  /// texts and paths.
  private static let longestTexts = 1 << 16

  private struct Kept: Codable {
    var open: [Entry] = []
    var left: [LeftProgram]?
    /// Nanoseconds since 1970.
    var lastCommand: Int64?
    /// Nanoseconds since 1970.
    var lastConnection: Int64?
    /// Whether an agent's program was connected: it may have been at any time since.
    var isConnected: Bool?
  }

  private struct Entry: Codable {
    var id: String
    var agent: String
    var session: String
    var model: String?
    var tool: String?
    var paths: [String]
    var texts: [String]
    var taken: [String]?
    var isEverywhere: Bool?
    var isWhole: Bool?
    var written: [String]?
    var isCommand: Bool
    var command: String?
    var run: Run?
    var doubt: Doubt?
    /// Nanoseconds since 1970.
    var end: Int64
  }

  private struct Run: Codable {
    var runner: LeftProgram
    var isHooked: Bool
  }

  /// The changes that may be somebody else's.
  private struct Doubt: Codable {
    var unfinished: [String]
    /// Whether all are.
    var isOfAll: Bool
    /// The time of the reported end, nanoseconds since 1970.
    var over: Int64?
  }

  /// The folder's files.
  let tree: any FileTree

  /// Reads the brackets; if the file cannot be read, a command counts as having run just now.
  func read(at now: Moment) -> Brackets {
    let offset = now.monotonic - now.wall
    do {
      guard let content = try tree.read(Self.file.location, limit: 1 << 24) else { return Brackets() }
      let kept = try JSONDecoder().decode(Kept.self, from: Data(content.bytes))
      let open = kept.open.map { entry in
        var origin = WriteOrigin(author: .agent(name: entry.agent, session: entry.session))
        (origin.model, origin.tool) = (entry.model, entry.tool)
        let text = ToolText(
          put: entry.texts, taken: entry.taken ?? [], isEverywhere: entry.isEverywhere == true,
          isWhole: entry.isWhole == true)
        var bracket = Bracket(
          id: entry.id, origin: origin, session: entry.session, paths: Self.paths(entry.paths), text: text,
          isCommand: entry.isCommand, command: entry.command ?? "",
          // If the clock was set back, the bracket stays open no longer than the maximum.
          end: min(entry.end + offset, now.monotonic + Brackets.longest))
        bracket.written = Self.paths(entry.written ?? [])
        bracket.runner = entry.run?.runner
        bracket.isHooked = entry.run?.isHooked == true
        bracket.unfinished = Self.paths(entry.doubt?.unfinished ?? [])
        if entry.doubt?.isOfAll == true { bracket.doubt = .earlierSaves(now.monotonic) }
        if let over = entry.doubt?.over { bracket.doubt = .over(min(over + offset, now.monotonic)) }
        return bracket
      }
      let left = kept.left ?? []
      func past(_ time: Int64?) -> Int64? { time.map { min($0 + offset, now.monotonic) } }
      return Brackets(
        open: open, left: left, lastCommand: past(kept.lastCommand),
        lastConnection: kept.isConnected == true ? now.monotonic : past(kept.lastConnection))
    } catch { return Brackets(lastCommand: now.monotonic) }
  }

  private static func paths(_ texts: [String]) -> Set<WorkspacePath> {
    Set(texts.compactMap { try? WorkspacePath($0) })
  }

  /// Stores the open brackets, and whether agents' programs are connected. If the write fails, they last in memory until
  /// the daemon stops.
  func keep(_ brackets: Brackets, _ agents: ConnectedAgents, at now: Moment) {
    let offset = now.wall - now.monotonic
    var kept = Kept(lastCommand: brackets.lastCommand.map { $0 + offset })
    kept.lastConnection = brackets.lastConnection.map { $0 + offset }
    kept.isConnected = agents.isEmpty ? nil : true
    kept.left = brackets.left
    for bracket in brackets.open {
      guard case .agent(let name, _) = bracket.origin.author else { continue }
      let texts = bracket.text.put + bracket.text.taken + [bracket.command]
      let isShort = texts.reduce(0) { $0 + $1.utf8.count } <= Self.longestTexts
      kept.open.append(
        Entry(
          id: bracket.id, agent: name, session: bracket.session, model: bracket.origin.model,
          tool: bracket.origin.tool, paths: isShort ? bracket.paths.map(\.string) : [],
          texts: isShort ? bracket.text.put : [], taken: isShort ? bracket.text.taken : [],
          isEverywhere: bracket.text.isEverywhere, isWhole: bracket.text.isWhole,
          written: bracket.written.map(\.string), isCommand: bracket.isCommand || !isShort,
          command: isShort ? bracket.command : "",
          run: bracket.runner.map { Run(runner: $0, isHooked: bracket.isHooked) },
          doubt: Doubt(
            unfinished: bracket.unfinished.map(\.string), isOfAll: bracket.doubt != .none || !isShort,
            over: bracket.over.map { $0 + offset }),
          end: bracket.end + offset))
    }
    guard let data = try? JSONEncoder().encode(kept) else { return }
    try? Self.file.write(Array(data), .volatile, in: tree)
  }
}
