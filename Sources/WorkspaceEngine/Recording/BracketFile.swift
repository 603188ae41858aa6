internal import Documents
internal import FileSystem
internal import FoundationEssentials
internal import GitObjects
internal import History

/// The brackets as a start finds them: a daemon that was stopped or killed in the middle of an agent's command still knows
/// that the command runs. Kept in `.git/stet/brackets`.
///
/// Not made durable: an agent's command does not outlive a power cut.
struct BracketFile {
  private static let file = StoreFile("brackets")
  /// Texts of a tool beyond this many bytes are not kept: what is in its files is then unsure.
  private static let longestTexts = 1 << 16

  private struct Kept: Codable {
    var open: [Entry] = []
    /// Nanoseconds since 1970.
    var lastCommand: Int64?
  }

  private struct Entry: Codable {
    var id: String
    var agent: String
    var session: String
    var model: String?
    var tool: String?
    var paths: [String]
    var texts: [String]
    var isCommand: Bool
    /// Nanoseconds since 1970.
    var end: Int64
  }

  /// The folder's files.
  let tree: any FileTree

  /// Reads what was open; a file that cannot be read says that a command may have run just now.
  func read(at now: Moment) -> Brackets {
    let offset = now.monotonic - now.wall
    do {
      guard let content = try tree.read(Self.file.location, limit: 1 << 24) else { return Brackets() }
      let kept = try JSONDecoder().decode(Kept.self, from: Data(content.bytes))
      let open = kept.open.map { entry in
        var origin = WriteOrigin(author: .agent(name: entry.agent, session: entry.session))
        (origin.model, origin.tool) = (entry.model, entry.tool)
        return Bracket(
          id: entry.id, origin: origin, session: entry.session,
          paths: Set(entry.paths.compactMap { try? WorkspacePath($0) }), texts: entry.texts,
          isCommand: entry.isCommand,
          // A clock that was set back keeps none open for longer.
          end: min(entry.end + offset, now.monotonic + Brackets.longest))
      }
      return Brackets(open: open, lastCommand: kept.lastCommand.map { min($0 + offset, now.monotonic) })
    } catch { return Brackets(lastCommand: now.monotonic) }
  }

  /// Keeps what is open. What cannot be kept is known until the stop.
  func keep(_ brackets: Brackets, at now: Moment) {
    let offset = now.wall - now.monotonic
    var kept = Kept(lastCommand: brackets.lastCommand.map { $0 + offset })
    for bracket in brackets.open {
      guard case .agent(let name, _) = bracket.origin.author else { continue }
      let isShort = bracket.texts.reduce(0) { $0 + $1.utf8.count } <= Self.longestTexts
      kept.open.append(
        Entry(
          id: bracket.id, agent: name, session: bracket.session, model: bracket.origin.model,
          tool: bracket.origin.tool, paths: isShort ? bracket.paths.map(\.string) : [],
          texts: isShort ? bracket.texts : [], isCommand: bracket.isCommand || !isShort, end: bracket.end + offset))
    }
    guard let data = try? JSONEncoder().encode(kept) else { return }
    try? Self.file.write(Array(data), durable: false, in: tree)
  }
}
