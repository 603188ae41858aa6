internal import ArgumentParser
internal import DaemonClient
internal import FileSystem
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// `stet queue`: the commands for runs that wait for a condition.
struct QueueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "Show and run the sessions that wait for a network, power or a time.",
    discussion: """
      'stet run --when CONDITION' adds to the queue and starts a process that waits.
      After a restart of the machine 'stet start' starts it again, also as a unit of
      systemd. Each session runs once, whenever that process is killed.

      EXAMPLES
        stet run "Tidy up Research" --when 22:30
        stet queue
        stet queue remove 7k2
      """,
    subcommands: [QueueListCommand.self, QueueRunCommand.self, QueueRemoveCommand.self],
    defaultSubcommand: QueueListCommand.self)

  /// Adds a session to the queue and starts the process that runs it.
  static func add(
    _ record: SessionRecord, when condition: QueueCondition, _ run: SessionRun
  ) async throws(VerbError) -> CommandStatus {
    let (id, now) = (record.plan.id, SessionRun.now)
    try await run.place.changeQueue { queue throws(FileError) in try queue.add(id, when: condition, now: now) }
    try start(run.place.root, environment: run.context.environment)
    let item = SessionQueue.Item(session: id, condition: condition, added: now)
    run.context.show(QueueRow(item, run.context)) { row, _ in "\(row.session)  waits in the queue: \(row.whenText)\n" }
    return .done
  }

  /// Starts the process that runs the queue; it ends at once if one runs.
  static func start(_ root: String, environment: [String: String]) throws(VerbError) {
    _ = try BackgroundProgram.start(["-C", root, "queue", "run"], environment: environment)
  }

  /// Starts that process if sessions wait; does nothing if the queue cannot be read.
  static func startIfNeeded(_ root: String, environment: [String: String]) {
    guard let tree = try? DiskTree(root: root), let items = try? SessionQueue(tree).items(), !items.isEmpty else {
      return
    }
    try? start(root, environment: environment)
  }
}

/// A queued session, for programs.
struct QueueRow: Codable, Sendable {
  var session: String
  /// The condition.
  var when: String
  /// The time at which it was added, ISO 8601.
  var added: String
  /// The time at which it begins, ISO 8601 in local time; nil for a condition that is no time.
  var due: String?

  /// Creates the row of a queued session.
  init(_ item: SessionQueue.Item, _ context: CommandContext) {
    let offset = context.localTime().offset
    (session, when, added) = (item.session, item.condition.text, ISOTime.text(item.added / 1_000))
    due = item.condition.due(added: item.added, offset: offset).map { ISOTime.text($0 / 1_000, offset: offset) }
  }

  /// The condition, a time with its day: `22:30 on 2026-11-27`.
  var whenText: String { due.map { "\(when) on \($0.prefix(10))" } ?? when }
}

/// `stet queue list`: lists the sessions that wait.
struct QueueListCommand: StetSubcommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the sessions that wait.")

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Shows the sessions in the order of the queue.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let place = try SessionPlace(context)
    let rows = try place.queued().map { QueueRow($0, context) }
    context.show(rows) { rows, style in
      guard !rows.isEmpty else { return "No session waits.\n" }
      var columns = Columns()
      for row in rows {
        columns.add(
          .init(row.session, style.bold), .init(row.whenText),
          .init(TimeText.relative(row.added, now: style.now), style.dim))
      }
      return columns.text
    }
    if !rows.isEmpty, await !place.runsQueue() {
      context.console.printError(
        "stet: no process runs the queue: the last one was killed, or the machine was restarted. 'stet start' starts it.\n"
      )
    }
    return .done
  }
}

/// `stet queue remove`: takes a session out of the queue.
struct QueueRemoveCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take a session out of the queue; 'stet session resume' still runs it.")

  @ParentCommand var stet: StetCommand
  @Argument(help: "The session's id.") var id: String
  @OptionGroup var output: OutputOptions

  /// Removes the session.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let place = try SessionPlace(context)
    let id = try place.id(id)
    guard try place.queued().contains(where: { $0.session == id }) else {
      throw VerbError(.notFound, "Session \(id) is not in the queue.", next: "'stet queue' shows it.")
    }
    try await place.finish(id)
    return .done
  }
}

extension SessionPlace {
  /// Returns the sessions that wait in the queue.
  func queued() throws(VerbError) -> [SessionQueue.Item] {
    do throws(FileError) { return try SessionQueue(tree).items() } catch { throw Self.failure(.file(error)) }
  }

  /// Returns whether a process runs the queue; one that was just started gets two seconds.
  func runsQueue() async -> Bool {
    let holder = try? await wait(for: SessionQueue.lock, atMost: .seconds(2)) { () throws(VerbError) -> Int32? in
      try? FileLock.holder(root: root, of: SessionQueue.lock)
    }
    return holder != nil
  }

  /// Takes a session out of the queue.
  func finish(_ session: String) async throws(VerbError) {
    try await changeQueue { queue throws(FileError) in try queue.finish(session) }
  }

  /// Changes the queue while no other process does: a change reads the file before it writes.
  ///
  /// - Throws: `VerbError` (busy) if another process does not end its change; `VerbError` if the file cannot be written.
  func changeQueue(_ change: (SessionQueue) throws(FileError) -> Void) async throws(VerbError) {
    guard let lock = try await lock(SessionQueue.changeLock) else {
      throw VerbError(.busy, "Another process changes the queue.", kept: "The queue is unchanged.", next: "Try again.")
    }
    defer { withExtendedLifetime(lock) {} }
    do throws(FileError) { try change(SessionQueue(tree)) } catch { throw Self.failure(.file(error)) }
  }

  /// Puts a session that waits for the person into the queue, whose process looks for an answer from another machine.
  func awaitAnswer(_ session: String, _ context: CommandContext) async throws(VerbError) {
    try await changeQueue { queue throws(FileError) in try queue.add(session, when: .answer, now: SessionRun.now) }
    try QueueCommand.start(root, environment: context.environment)
  }

  /// Puts the sessions that wait for the person into the queue for answers from other machines, and starts the process
  /// that looks for them.
  func awaitAnswers(_ context: CommandContext) async throws(VerbError) {
    let waiting: [String]
    do throws(FileError) {
      waiting = try SessionShelf.summaries(in: tree).filter { $0.state == .waitingForUser }.map(\.plan.id)
    } catch { throw Self.failure(.file(error)) }
    guard !waiting.isEmpty else { return }
    try await changeQueue { queue throws(FileError) in
      for id in waiting { try queue.add(id, when: .answer, now: SessionRun.now) }
    }
    try QueueCommand.start(root, environment: context.environment)
  }

  /// Takes a lock; returns nil if another process holds it for two seconds.
  func lock(_ location: FileLocation) async throws(VerbError) -> FileLock? {
    try await wait(for: location, atMost: .seconds(2)) { () throws(VerbError) -> FileLock? in
      do throws(FileError) {
        // An attempt in vain would change the file, and so lead to the next one.
        guard try FileLock.holder(root: root, of: location) == nil else { return nil }
        return try FileLock.tryLock(root: root, at: location)
      } catch { throw Self.failure(.file(error)) }
    }
  }
}
