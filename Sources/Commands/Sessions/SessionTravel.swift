internal import DaemonClient
internal import FileSystem
internal import Sessions
internal import Synchronization
internal import Values
internal import WorkspaceAPI

/// The sessions that travel over the remote, for the commands.
struct SessionTravel: Sendable {
  /// The file that exists if the person lets sessions travel; without it the daemon is asked only about a session that
  /// is to run.
  static let consent = FileLocation.store("session-remote.json")

  /// The sessions as the remote last had them.
  let report: TravelReport
  /// Whether the remote was asked just now.
  private let isFetched: Bool
  private let connection: LastingConnection
  /// The workspace's files.
  private let tree: DiskTree

  /// Asks the remote about the sessions; returns nil if the person does not let them travel.
  ///
  /// - Parameter fetches: whether the remote is asked; otherwise its last answer counts.
  /// - Throws: `VerbError` if the daemon cannot be reached.
  static func open(
    _ place: SessionPlace, _ context: CommandContext, fetches: Bool = true
  ) async throws(VerbError) -> SessionTravel? {
    guard place.travels else { return nil }
    let travel = try await ask(place, context, fetches: fetches)
    return travel.report.isOn ? travel : nil
  }

  /// Returns what `open` returns for a session that runs here.
  ///
  /// - Throws: `VerbError`; also if the session was published, but the remote is not asked any more: the person switched
  ///   travel off, it has another address, or its address cannot be read. Another machine may have taken the session
  ///   over.
  static func open(
    _ place: SessionPlace, toRun id: String, _ context: CommandContext
  ) async throws(VerbError) -> SessionTravel? {
    let travel = try await ask(place, context, fetches: false)
    if travel.report.isOn { return travel }
    guard travel.report.sessions.contains(where: { $0.id == id }) else { return nil }
    throw VerbError(
      .refused, "Session \(id) was kept at a remote over which sessions no longer travel.",
      kept: "It is unchanged: another machine may continue it.",
      next: "Let sessions travel over the present remote: 'stet session travel on'.")
  }

  /// Returns the sessions, whether or not they travel over the present remote.
  private static func ask(
    _ place: SessionPlace, _ context: CommandContext, fetches: Bool
  ) async throws(VerbError) -> SessionTravel {
    let connection = LastingConnection(DaemonLauncher(root: place.root, environment: context.environment))
    let report = try await connection.verbs().call(TravelRequest(fetches: fetches))
    return SessionTravel(report: report, isFetched: fetches, connection: connection, tree: place.tree)
  }

  /// Asks the remote for the sessions and the calls of models of other machines, if they travel; warns the person if
  /// only earlier ones are known.
  static func refresh(_ place: SessionPlace, _ context: CommandContext) async {
    do throws(VerbError) { try await open(place, context)?.warn(context.console) } catch {
      context.console.printError(
        "stet: calls of other machines are counted as last known: \(TerminalText.name(error.what))\n")
    }
  }

  /// Lets the daemon know that a model was called outside a session, if such calls travel.
  static func noteCall(_ place: SessionPlace, _ context: CommandContext) async {
    _ = try? await open(place, context, fetches: false)
  }

  /// The sessions that another folder has, by id.
  var elsewhere: [String: TravellingSession] {
    Dictionary(
      report.sessions.filter { $0.holder != report.holder }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// Warns the person if other machines' sessions may have gone on further than shown, and of those that are not fetched.
  func warn(_ console: Console) {
    if let problem = report.problem {
      console.printError("stet: sessions of other machines are shown as last known: \(TerminalText.name(problem))\n")
    }
    Self.warnOfCalls(report, console)
    guard !report.left.isEmpty else { return }
    let names = report.left.prefix(5).joined(separator: ", ") + (report.left.count > 5 ? ", …" : "")
    let count = Counted.text(report.left.count, "session")
    console.printError("stet: \(count) of the remote, too large, too many or damaged, not fetched: \(names)\n")
  }

  /// Warns the person if calls of models were not exchanged.
  static func warnOfCalls(_ report: TravelReport, _ console: Console) {
    guard let problem = report.callProblem else { return }
    console.printError("stet: not all calls of models are exchanged: \(TerminalText.name(problem))\n")
  }

  /// Returns the answer that another machine sent to the question of a session; nil without one.
  ///
  /// - Parameter lines: the number of lines of the log here. An answer is to the question that the last of them asks: a
  ///   later one may have the same id.
  func answer(to record: SessionRecord, lines: Int) -> TravelAnswer? {
    guard record.state == .waitingForUser, let question = record.question,
      let session = report.sessions.first(where: { $0.id == record.plan.id }), let answer = session.answer,
      session.holder == report.holder, session.lines == lines, answer.question == question.id, answer.lines == lines
    else { return nil }
    return answer
  }

  /// Returns whether the remote has so many lines of a session's log.
  func has(_ lines: Int, of id: String) -> Bool { report.sessions.contains { $0.id == id && $0.lines == lines } }

  /// Sends an answer to the machine that has a session.
  func send(_ answer: TravelAnswer, to session: TravellingSession, caller: Caller) async throws(VerbError) {
    let order = TravelOrder(session.id, expecting: session.version, answer: answer, caller: caller)
    switch try await connection.verbs().call(order) {
    case .published: return
    case .moved:
      throw VerbError(
        .stale, "Session \(session.id) went on meanwhile on \(session.machine).", kept: "Nothing was answered.",
        next: "Look at it again: 'stet session show \(session.id)'.")
    case .failed(let reason):
      throw VerbError(
        .offline, "The answer was not sent: \(SessionRun.sentence(reason))", kept: "The session waits.",
        next: "Try again.")
    }
  }

  /// Returns the session as the remote had it just now; nil if the remote was not asked.
  func seen(_ id: String) -> TravelPort.Look? { isFetched ? Self.look(at: id, in: report) : nil }

  private static func look(at id: String, in report: TravelReport) -> TravelPort.Look {
    let known = report.sessions.first { $0.id == id }.map { session in
      TravelPort.State(
        version: session.version,
        lease: SessionLease(holder: session.holder, machine: session.machine, until: session.until))
    }
    guard report.isOn else { return .unknown("sessions do not travel over this remote any more") }
    guard !report.left.contains(id) else {
      return .unknown("the remote's version is too large or damaged, or one of too many sessions, and was not fetched")
    }
    return report.problem.map { .unreachable($0, known: known) } ?? .found(known)
  }

  /// Returns the keeper of a session's lease, which is not acquired yet.
  ///
  /// - Parameter hasLog: whether the log of this machine is that of the session; while it is false, only the lease is
  ///   published.
  func keeper(of id: String, hasLog: LogPresence = LogPresence()) -> LeaseKeeper {
    let (connection, tree) = (connection, tree)
    SessionShelf.noteTravel([id], in: tree)
    let port = TravelPort(
      look: {
        do throws(VerbError) {
          return Self.look(at: id, in: try await connection.verbs().call(TravelRequest(fetches: true)))
        } catch { return .unknown(error.what) }
      },
      publish: { lease, expecting, keepsAnswer in
        if lease.until > 0 { SessionShelf.noteTravel([id], in: tree) }
        do throws(VerbError) {
          let order = TravelOrder(
            id, expecting: expecting, until: lease.until, sendsLog: hasLog.isHere, keepsAnswer: keepsAnswer)
          switch try await connection.verbs().call(order) {
          case .published(let version): return .accepted(version: version)
          case .moved: return .moved
          case .failed(let reason): return .unreachable(reason)
          }
        } catch { return .unreachable(error.what) }
      },
      now: { SessionRun.now })
    return LeaseKeeper(port, holder: report.holder, machine: report.machine)
  }

  /// Exchanges with the remote, so that all effects of another machine's calls are in the history here.
  func exchange() async throws(VerbError) {
    _ = try await connection.verbs().call(SyncRequest(wait: true, timeout: 60))
  }

  /// Lets sessions travel over the remote, or over none.
  static func set(_ isOn: Bool, _ context: CommandContext) async throws(VerbError) -> TravelReport {
    try await context.open().verbs.call(TravelSwitch(isOn: isOn))
  }
}

/// Whether the log of this machine is that of the session.
final class LogPresence: Sendable {
  private let state: Mutex<Bool>

  /// Whether it is.
  var isHere: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Creates the fact.
  init(_ isHere: Bool = true) { state = Mutex(isHere) }
}
