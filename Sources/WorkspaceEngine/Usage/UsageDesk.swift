internal import FileSystem
internal import Models
internal import Sessions
internal import Threads
internal import Values
internal import WorkspaceAPI

/// Lists the calls of models in the workspace.
struct UsageDesk: Sendable {
  /// The workspace's folder.
  let root: String
  /// Reads times.
  let revisions: RevisionReader

  /// Returns the calls in a span of time.
  func list(_ request: UsageRequest) async throws(VerbError) -> UsageReport {
    let since = try await revisions.time(request.since, .start)
    let until = try await revisions.time(request.until, .end)
    let reading: SpendingReading
    do throws(FileError) {
      reading = try await onThread("stet.usage") { [root] () throws(FileError) in
        SpendingBook(try DiskTree(root: root)).read()
      }
    } catch { throw VerbError(error) }
    let wanted = reading.ledger.entries.filter { entry in
      let seconds = entry.time / 1_000
      return seconds >= since ?? .min && seconds <= until ?? .max
    }
    return UsageReport(calls: wanted.map(ModelUse.init), broken: reading.broken, problem: reading.problem)
  }
}

extension ModelUse {
  /// Takes the figures of a call.
  fileprivate init(_ entry: SpendingLedger.Entry) {
    let spending = entry.spending
    self.init(
      time: ISOTime.text(entry.time / 1_000), ability: entry.ability, session: entry.session,
      provider: entry.provider ?? "", model: spending.model, dollars: spending.cost?.dollars)
    (input, output) = (spending.usage.input, spending.usage.output)
    (cacheRead, cacheWrite) = (spending.usage.cacheRead, spending.usage.cacheWrite)
    if spending.isEstimate { isCut = true }
  }
}
