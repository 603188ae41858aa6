package import Payloads

/// Carries out plans: reads the sources, at once where the plan allows it.
package struct PlanRunner: Sendable {
  /// Reads a source.
  package typealias Reader = @Sendable (FactQuery) async -> SourceReading

  private let read: Reader
  private let clock: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let limit: Duration

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - read: reads a source; it may run several times at once.
  ///   - limit: the timeout of a source.
  ///   - clock: returns the time since a fixed start.
  ///   - sleep: waits; throws if the task is cancelled.
  package init(
    limit: Duration = .seconds(20), clock: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void, read: @escaping Reader
  ) {
    self.read = read
    self.clock = clock
    self.sleep = sleep
    self.limit = limit
  }

  /// Carries out a plan. A source that fails or does not answer in time is reported in the facts; cancelling the task
  /// ends the run without waiting for the sources.
  ///
  /// - Parameter onChange: receives the run after each change of a step.
  /// - Returns: the run with its facts.
  package func run(
    _ plan: AbilityPlan, now: LocalTime, topics: [String] = [], isolation: isolated (any Actor)? = #isolation,
    onChange: (PlanRun) -> Void = { _ in }
  ) async -> PlanRun {
    var run = PlanRun(plan, now: now, topics: topics)
    let (readings, continuation) = AsyncStream.makeStream(of: (index: Int, reading: SourceReading).self)
    var tasks: [Task<Void, Never>] = []
    defer {
      for task in tasks { task.cancel() }
    }
    func begin() {
      for start in run.begin(at: clock()) {
        tasks.append(Task { [read] in continuation.yield((start.index, await read(start.query))) })
        tasks.append(
          Task { [sleep, limit] in
            do { try await sleep(limit) } catch { return }
            let seconds = limit.components.seconds
            let line = "\(start.query.source.title) did not answer within \(seconds) s."
            continuation.yield((start.index, SourceReading(.failed(line))))
          })
      }
      onChange(run)
    }
    begin()
    if run.isOver { return run }
    for await (index, reading) in readings {
      run.end(index, reading, at: clock())
      begin()
      if run.isOver { break }
    }
    return run
  }
}
