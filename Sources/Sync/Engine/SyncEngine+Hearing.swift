internal import GitObjects

extension SyncEngine {
  /// Starts the listener, if there is one and it is not running.
  func startHearing() {
    guard hearing != nil, hearingTask == nil else { return }
    hearingTask = Task(executorPreference: preference) { await self.listen() }
  }

  /// Stops the listener after a change of the branch; it is started again for the new one.
  func restartHearing() {
    hearingTask?.cancel()
    hearingTask = nil
    isHearing = false
  }

  /// Listens until cancelled; restarts a listener that ended, after a longer delay each time.
  private func listen() async {
    guard let hearing else { return }
    var schedule = RetrySchedule.offline
    while !Task.isCancelled {
      let branch = await host.branch()
      for await event in hearing.listen(branch) {
        switch event {
        case .ready:
          schedule.reset()
          isHearing = true
          pollAt = nil
          // Changes before the listener was ready were not reported.
          look()
        case .changed(let id): hear(id)
        case .lost:
          isHearing = false
          wake()
        case .unsupported:
          isHearing = false
          wake()
          return
        }
      }
      if Task.isCancelled { return }
      isHearing = false
      wake()
      try? await clock.wait(schedule.next(using: &generator))
    }
  }

  private func hear(_ id: ObjectID?) {
    if let id, id == remote || id == pushing { return }
    look()
  }
}
