internal import FileSystem
internal import Sessions
internal import Threads
internal import WorkspaceAPI

/// Writes the visible conversation of a session to `Chats/ID.jsonl`: each message once, whenever the process is killed.
///
/// A message follows from the log, and its line begins with an id that no other line has. A mark beside the log says that
/// the conversation is not complete yet.
actor SessionChat {
  private static let mark = "chat"

  private let session: String
  private let agent: String
  private let place: SessionPlace
  private let daemon: LastingConnection
  private var conversation = VisibleConversation()
  /// The messages that are not written yet.
  private var waiting: [VisibleMessage] = []
  /// The fault of the last write; nil after a complete one.
  private(set) var problem: String?

  /// Creates the conversation of a session.
  init(_ plan: SessionPlan, _ place: SessionPlace, _ daemon: LastingConnection) {
    (session, agent) = (plan.id, plan.agent)
    self.place = place
    self.daemon = daemon
  }

  /// Notes that messages follow.
  func begin() {
    do throws(FileError) { _ = try SessionShelf.store([], as: Self.mark, of: session, in: place.tree) } catch {
      problem = "\(error)"
    }
  }

  /// Writes the messages of the next lines of the log. A fault leaves the rest to the next time.
  func take(_ lines: some Sequence<SessionLine> & Sendable) async {
    waiting += conversation.take(lines)
    while let message = waiting.first {
      do throws(VerbError) {
        try await write(message)
        waiting.removeFirst()
        problem = nil
      } catch {
        problem = error.what
        return
      }
    }
  }

  /// Writes the messages of all other lines of the log, and notes that all are written if no more can follow before the
  /// session is resumed.
  func end() async {
    let (session, tree) = (session, place.tree)
    let lines = await onThread("stet.chat") { (try? SessionShelf.lines(of: session, in: tree)) ?? [] }
    await take(lines.dropFirst(conversation.lines))
    if problem == nil { SessionShelf.remove(Self.mark, of: session, in: place.tree) }
  }

  private func write(_ message: VisibleMessage) async throws(VerbError) {
    var caller = Caller(tool: "stet run")
    if message.role == .assistant { (caller.agent, caller.session) = (agent, session) }
    if case .agent(let requester)? = message.sender {
      (caller.agent, caller.session) = (requester.agent, requester.session)
    }
    var request = WriteRequest(path: "Chats/\(session).jsonl", action: .append(message.line), caller: caller)
    if case .person(let person)? = message.sender { request.person = person }
    request.lineMark = message.mark
    _ = try await daemon.verbs().call(request)
  }

  /// Completes the conversations of sessions whose process was killed before it had written the last messages.
  static func complete(_ place: SessionPlace, _ daemon: LastingConnection) async {
    let ids = (try? SessionShelf.ids(in: place.tree)) ?? []
    for id in ids where SessionShelf.has(mark, of: id, in: place.tree) && place.runner(of: id) == nil {
      guard let plan = try? place.session(id).record.plan else { continue }
      await SessionChat(plan, place, daemon).end()
    }
  }
}
