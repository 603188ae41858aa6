internal import FileSystem
internal import Values
internal import WorkTree
internal import WorkspaceAPI

/// Records the calls of models that are made for the workspace, and lists them.
struct UsageDesk: Sendable {
  /// The recorder.
  let keeper: FolderKeeper
  /// Reads times.
  let revisions: RevisionReader
  /// The clock.
  let time: any TimeSource

  /// Records a call.
  func note(_ request: UsageNote) async throws(VerbError) {
    var use = request.use
    use.time = time.now().iso8601
    do throws(FileError) {
      try await keeper.run { [use] keeper throws(FileError) in try UsageLog(tree: keeper.recorder.tree).add(use) }
    } catch {
      throw VerbError(error)
    }
  }

  /// Returns the calls in a span of time.
  func list(_ request: UsageRequest) async throws(VerbError) -> UsageReport {
    let since = try await revisions.time(request.since, .start)
    let until = try await revisions.time(request.until, .end)
    do throws(FileError) {
      let (calls, broken) = try await keeper.run { keeper throws(FileError) in
        try UsageLog(tree: keeper.recorder.tree).calls()
      }
      let wanted = calls.filter { use in
        let seconds = ISOTime.seconds(use.time) ?? 0
        return seconds >= since ?? .min && seconds <= until ?? .max
      }
      return UsageReport(calls: wanted, broken: broken)
    } catch {
      throw VerbError(error)
    }
  }
}
