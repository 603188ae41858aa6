internal import GitObjects

extension SyncEngine {
  /// Begins to listen, if there is a way and nobody listens yet.
  func startHearing() {
    guard hearing != nil, hearingTask == nil else { return }
    hearingTask = Task(executorPreference: preference) { await self.listen() }
  }

  /// The exchange is on another branch: what is heard must be, too.
  func restartHearing() {
    hearingTask?.cancel()
    hearingTask = nil
    isHearing = false
  }

  /// Listens until cancelled; a listener that ends is started again, later each time.
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
          // What happened before somebody listened was not heard.
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
      try? await host.sleep(schedule.next(using: &generator))
    }
  }

  private func hear(_ id: ObjectID?) {
    if let id, id == remote || id == pushing { return }
    look()
  }
}
