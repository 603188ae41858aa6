package import Coordination
package import WorkTree
internal import WorkspaceAPI

extension CoordinationReport {
  /// Makes a report of a table at a moment, without the brief claims of the workspace's own writes.
  package init(_ table: ClaimTable, _ now: Moment) {
    guard !table.isEmpty else {
      self.init(claims: [], presenters: [])
      return
    }
    let granted = table.claims.filter { !$0.request.isBrief }.map { claim in
      ClaimReport(
        number: claim.number, items: claim.request.items, holder: claim.request.holder.name,
        pid: claim.request.holder.pid, until: ClaimDesk.clock(claim.until, now))
    }
    let waiting = table.waiting.filter { !$0.isBrief }.map { request in
      ClaimReport(
        number: nil, items: request.items, holder: request.holder.name, pid: request.holder.pid,
        until: ClaimDesk.clock(request.waitUntil, now))
    }
    self.init(
      claims: granted + waiting,
      presenters: table.presenters.values.sorted { $0.id < $1.id }.map { presenter in
        PresenterReport(
          presenter: presenter.id, name: presenter.holder.name, pid: presenter.holder.pid, path: presenter.path.string)
      })
  }
}

extension NoticeReport {
  /// Makes a report of a notice at a time in monotonic nanoseconds.
  package init(_ notice: PresenterNotice, at now: Int64) {
    self.init(
      id: notice.id, presenter: notice.presenter, notice: notice.kind, path: notice.path.string,
      newPath: notice.newPath?.string, by: notice.by, seconds: notice.until.map { Double(max(0, $0 - now)) / 1e9 })
  }
}
