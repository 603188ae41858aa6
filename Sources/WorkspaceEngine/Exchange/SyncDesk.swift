internal import FolderKeeping
internal import WorkspaceAPI

/// Answers requests for an exchange with the remote.
struct SyncDesk: Sendable {
  /// The recorder.
  let keeper: FolderKeeper
  let exchange: ExchangeKeeper
  let barrier: BarrierCheck

  /// Exchanges with the remote.
  ///
  /// With `wait` it is a barrier: all earlier saves are recorded and published, all commits of the remote are merged,
  /// and branch and index are at the tip.
  func sync(_ request: SyncRequest) async throws(VerbError) -> SyncReport {
    let timeout = Duration.seconds(max(0, min(request.timeout ?? 60, 86_400)))
    let deadline = ContinuousClock.now + timeout
    // git, and programs that have a file open, may take days.
    let recordTimeout = request.wait ? min(timeout, .seconds(10)) : .seconds(3)
    if request.again == true {
      try await keeper.run({ keeper throws(VerbError) in try keeper.rules.held.tryRefusedAgain() })
    }
    let (recorded, open) = try await keeper.recordSettled(
      timeout: recordTimeout.nanoseconds, reading: request.wait ? timeout.nanoseconds : nil)
    await exchange.renew()
    guard request.wait else {
      return SyncReport(tip: await keeper.tip, published: await exchange.look() ? false : nil, recorded: recorded)
    }
    // A lookup of an edited pointer may take half of the timeout; the rest remains for the exchange.
    let published = try await exchange.complete(until: deadline, lookups: timeout / 2)
    let report = try await barrier.report(published: published, recorded: recorded, writing: open)
    try exchange.requireUsable()
    return report
  }
}
