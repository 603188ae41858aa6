internal import ArgumentParser
internal import FileSystem
internal import Payloads
internal import Sessions
internal import WorkspaceAPI

/// `stet queue run`: runs the sessions of the queue as their conditions come to hold.
struct QueueRunCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the queue until it is empty; other commands start this by themselves.")

  /// The milliseconds after which a session that had to pause is tried again.
  private static let retry: Int64 = 120_000

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Runs the sessions one after the other.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let place = try SessionPlace(context)
    // Another process may be about to find the queue empty.
    guard let lock = try await place.lock(SessionQueue.lock) else { return .done }
    defer { withExtendedLifetime(lock) {} }
    let reader = MachineReader(environment: context.environment)
    let signal = place.signal(of: SessionQueue.location)
    var paused: [String: Int64] = [:]
    while true {
      let number = signal.changes.number
      let items = try place.queued()
      guard !items.isEmpty else { return .done }
      let conditions = await reader.conditions()
      let (now, offset) = (SessionRun.now, context.localTime().offset)
      for item in items where item.condition == .answer && now >= paused[item.session] ?? 0 {
        paused[item.session] = now + QueueCondition.answerPause(added: item.added, now: now)
        try await look(item.session, place, conditions, context)
      }
      for item in items
      where now >= paused[item.session] ?? 0
        && item.condition.holds(conditions, added: item.added, now: now, offset: offset)
      {
        if try await isDone(item.session, place, conditions, context) {
          try await leave(item.session, place)
        } else {
          paused[item.session] = SessionRun.now + Self.retry
        }
      }
      let rest = try place.queued()
      guard !rest.isEmpty else { return .done }
      let pause = SessionQueue.pause(rest, now: SessionRun.now, offset: offset)
      do { try await signal.changes.wait(past: number, atMost: pause) } catch { return .done }
    }
  }

  /// Takes a session out of the queue, in which it stays for an answer from another machine if it waits for one.
  private func leave(_ id: String, _ place: SessionPlace) async throws(VerbError) {
    try await place.finish(id)
    guard (try? place.session(id))?.record.state == .waitingForUser, place.travels else { return }
    try await place.changeQueue { queue throws(FileError) in try queue.add(id, when: .answer, now: SessionRun.now) }
  }

  /// Goes on with a session if an answer came from another machine. A session leaves the queue if another machine took
  /// it over, it was answered here, or its log cannot be read.
  private func look(
    _ id: String, _ place: SessionPlace, _ conditions: MachineConditions, _ context: CommandContext
  ) async throws(VerbError) {
    let travel: SessionTravel?
    do throws(VerbError) { travel = try await SessionTravel.open(place, context) } catch { return }
    guard let (lines, record) = try? place.session(id) else { return try await place.finish(id) }
    // The remote may be known again later.
    if travel == nil, place.travels, record.state == .waitingForUser { return }
    guard let travel, record.state == .waitingForUser, travel.elsewhere[id] == nil else {
      return try await place.finish(id)
    }
    let run = SessionRun(place: place, context: context, isQuiet: true)
    guard let answer = travel.answer(to: record, lines: lines.count) else {
      // The remote did not answer when the session asked, so that no other machine knows the question.
      guard travel.report.problem == nil, !travel.has(lines.count, of: id) else { return }
      do throws(VerbError) {
        let log = try run.open(id)
        try await run.lease(id, travel)?.release(log.record)
      } catch {}
      return
    }
    do throws(VerbError) {
      let log = try run.open(id)
      // The person may have answered here meanwhile.
      guard log.record == record,
        let steps = try? SessionLife.resume(log.record, answer: answer.text, by: answer.person)
      else { return }
      _ = try await run.run(log, steps, conditions, lease: run.lease(id, travel))
    } catch {
      // The answer stays at the remote, and is looked at again.
      return
    }
    try await leave(id, place)
  }

  /// Runs a session; returns whether it has left the queue: it ended, waits for the person, or cannot be run.
  private func isDone(
    _ id: String, _ place: SessionPlace, _ conditions: MachineConditions, _ context: CommandContext
  ) async throws(VerbError) -> Bool {
    let run = SessionRun(place: place, context: context, isQuiet: true)
    do throws(VerbError) {
      let log = try run.open(id)
      guard let steps = try? SessionLife.resume(log.record) else { return true }
      // It waits on a metered network and on a low battery, whatever its condition is.
      guard conditions.hindrance(of: log.record.plan.budget) == nil else { return false }
      let status = try await run.run(log, steps, conditions, lease: run.lease(id))
      let isPaused = try place.isPaused(id)
      return status != .offline && !isPaused
    } catch {
      // A session at work elsewhere is looked at again, as is one whose lease the remote cannot give now; any other error
      // would repeat.
      return error.code != .busy && error.code != .offline
    }
  }
}

extension SessionPlace {
  /// Returns whether a session is paused, so that it can go on later.
  fileprivate func isPaused(_ id: String) throws(VerbError) -> Bool { try session(id).record.state == .backgrounded }
}
