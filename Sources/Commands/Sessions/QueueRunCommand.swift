internal import ArgumentParser
internal import Payloads
internal import Sessions
internal import WorkspaceAPI

/// `stet queue run`: runs the sessions of the queue as their conditions come to hold.
struct QueueRunCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the queue until it is empty; other commands start this by themselves.")

  /// The time between two looks at the conditions of the machine.
  private static let pause = Duration.seconds(10)
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
    var paused: [String: Int64] = [:]
    while true {
      let items = try place.queued()
      guard !items.isEmpty else { return .done }
      let conditions = await reader.conditions()
      let (now, offset) = (SessionRun.now, context.localTime().offset)
      for item in items
      where now >= paused[item.session] ?? 0
        && item.condition.holds(conditions, added: item.added, now: now, offset: offset)
      {
        if try await isDone(item.session, place, conditions, context) {
          try await place.finish(item.session)
        } else {
          paused[item.session] = SessionRun.now + Self.retry
        }
      }
      guard try !place.queued().isEmpty else { return .done }
      do { try await Task.sleep(for: Self.pause) } catch { return .done }
    }
  }

  /// Runs a session; returns whether it has left the queue: it ended, waits for the person, or cannot be run.
  private func isDone(
    _ id: String, _ place: SessionPlace, _ conditions: MachineConditions, _ context: CommandContext
  ) async throws(VerbError) -> Bool {
    let run = SessionRun(place: place, context: context, isQuiet: true)
    do throws(VerbError) {
      let log = try run.open(id)
      guard let steps = try? SessionLife.resume(log.record) else { return true }
      let status = try await run.run(log, steps, conditions)
      let isPaused = try place.isPaused(id)
      return status != .offline && !isPaused
    } catch {
      // A session at work elsewhere is looked at again; any other error would repeat.
      return error.code != .busy
    }
  }
}

extension SessionPlace {
  /// Returns whether a session is paused, so that it can go on later.
  fileprivate func isPaused(_ id: String) throws(VerbError) -> Bool { try session(id).record.state == .backgrounded }
}
