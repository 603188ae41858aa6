internal import WorkspaceAPI
package import GitObjects

extension ClaimTable {
  /// Registers that a program has a file or folder open.
  ///
  /// - Returns: its number; nil if there are too many presenters.
  package mutating func present(
    _ path: WorkspacePath, by holder: ClaimHolder, connection: UInt64
  ) -> Int? {
    guard presenters.count < limits.mostPresenters else { return nil }
    let id = nextPresenter()
    presenters[id] = Presenter(id: id, holder: holder, path: path, connection: connection)
    return id
  }

  /// Unregisters a presenter; its open notices are not waited for.
  package mutating func leave(presenter: Int, at now: Int64) -> [ClaimEffect] {
    drop(presenter: presenter)
    settle(now)
    return take()
  }

  /// Applies a program's answer to a notice, or its reason for refusing; a late or repeated answer is ignored.
  package mutating func answer(
    _ notice: Int, from connection: UInt64, failure: String?, at now: Int64
  ) -> [ClaimEffect] {
    for index in entries.indices {
      guard let id = entries[index].awaited[notice], let presenter = presenters[id],
        presenter.connection == connection
      else { continue }
      entries[index].awaited[notice] = nil
      if let failure {
        entries[index].unready.append(UnreadyPresenter(name: presenter.holder.name, reason: failure))
      }
    }
    settle(now)
    return take()
  }

  /// Notifies presenters of a change on disk by anybody.
  package mutating func noteChange(of path: WorkspacePath) -> [ClaimEffect] {
    tell(.changed, path) { $0.shows(path) }
    return take()
  }

  /// Notifies presenters of a deleted file or folder; claims are kept, since the file may be created again.
  package mutating func noteDeletion(of path: WorkspacePath) -> [ClaimEffect] {
    tell(.deleted, path) { $0.shows(path) || $0.path.isBelow(path) }
    return take()
  }

  /// Moves the claims and presenters of a renamed file or folder and of its contents.
  ///
  /// If that makes two claims conflict, the later one ends.
  package mutating func noteMove(from: WorkspacePath, to: WorkspacePath, at now: Int64) -> [ClaimEffect] {
    settle(now)
    for index in entries.indices {
      var items = entries[index].request.items
      for place in items.indices {
        if !entries[index].isActive && items[place].intent.staysWithPath { continue }
        guard let moved = items[place].path.following(from, to: to) else { continue }
        items[place].path = moved
      }
      if items != entries[index].request.items { entries[index].request.items = items }
    }
    for presenter in presenters.values.sorted(by: { $0.id < $1.id }) {
      if let moved = presenter.path.following(from, to: to) {
        presenters[presenter.id]?.path = moved
        tell(.moved, presenter.path, newPath: moved) { $0.id == presenter.id }
      } else if presenter.shows(from) || presenter.shows(to) {
        tell(.moved, from, newPath: to) { $0.id == presenter.id }
      }
    }
    endWhatMet()
    settle(now)
    return take()
  }

  private mutating func endWhatMet() {
    var granted: [ClaimRequest] = []
    var displaced: Set<Int64> = []
    for claim in claims.sorted(by: { $0.number < $1.number }) {
      if granted.contains(where: { $0.conflicts(with: claim.request) }) {
        displaced.insert(claim.number)
      } else {
        granted.append(claim.request)
      }
    }
    end(.displaced) { entry in entry.number.map { displaced.contains($0) } ?? false }
  }

  /// Sends notices to the programs that present an entry's items.
  mutating func askPresenters(_ index: Int, _ now: Int64) {
    let request = entries[index].request
    guard !request.isBrief else { return }
    let until = now + limits.noticeTime
    for presenter in presenters.values.sorted(by: { $0.id < $1.id })
    where presenter.holder.party != request.holder.party {
      for item in request.items {
        guard let kind = item.question(for: presenter) else { continue }
        let notice = PresenterNotice(
          id: nextNotice(), presenter: presenter.id, kind: kind, path: item.path, by: request.holder.name, until: until)
        entries[index].awaited[notice.id] = presenter.id
        if kind != .save { entries[index].letGo[presenter.id] = item }
        effects.append(.notice(notice))
      }
    }
    entries[index].stage = .preparing(until: until)
  }

  /// Continues without the presenters that did not answer.
  mutating func giveUpWaiting(_ index: Int) {
    for presenter in Set(entries[index].awaited.values).sorted() {
      guard let name = presenters[presenter]?.holder.name else { continue }
      entries[index].unready.append(UnreadyPresenter(name: name, reason: nil))
    }
    entries[index].awaited = [:]
  }

  /// Removes a presenter.
  mutating func drop(presenter: Int) {
    presenters[presenter] = nil
    for index in entries.indices {
      entries[index].letGo[presenter] = nil
      for (notice, asked) in entries[index].awaited where asked == presenter { entries[index].awaited[notice] = nil }
    }
  }

  private mutating func tell(
    _ kind: NoticeKind, _ path: WorkspacePath, newPath: WorkspacePath? = nil,
    to isMeant: (Presenter) -> Bool
  ) {
    for presenter in presenters.values.filter(isMeant).sorted(by: { $0.id < $1.id }) {
      effects.append(
        .notice(
          PresenterNotice(id: nextNotice(), presenter: presenter.id, kind: kind, path: path, newPath: newPath)))
    }
  }
}

extension WorkspacePath {
  /// Returns the path after a file or folder was moved; nil if it is neither that nor below it.
  func following(_ from: WorkspacePath, to: WorkspacePath) -> WorkspacePath? {
    if self == from { return to }
    guard isBelow(from) else { return nil }
    // By bytes: a combining character may follow the slash that ends the folder's name.
    return try? WorkspacePath(
      to.string + String(decoding: string.utf8.dropFirst(from.string.utf8.count), as: UTF8.self))
  }
}
