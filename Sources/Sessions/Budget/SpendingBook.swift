package import FileSystem
internal import LocalState
internal import Synchronization

/// The calls of models in a workspace as far as they can be read.
package struct SpendingReading: Hashable, Sendable {
  /// The calls of all sessions and of all else.
  package var ledger = SpendingLedger()
  /// The sessions whose log cannot be read, or only its beginning.
  package var unread: [String] = []
  /// The name of a record of calls outside sessions that cannot be read; nil if all can.
  package var unreadCalls: String?
  /// The machines some of whose calls stay at the remote.
  package var left: [String] = []
  /// The number of lines in these records that are no calls.
  package var broken = 0

  /// Creates an empty reading.
  package init() {}

  /// The reason why the figures are a lower bound, without a full stop; nil if they are complete.
  package var problem: String? {
    if let unread = unreadText { return unread }
    guard let first = left.first else { return nil }
    let machines = left.count == 1 ? "machine \(first)" : "\(left.count) machines, such as \(first),"
    return "calls of \(machines) that are too large, too many or damaged stay at the remote"
  }

  /// The reason why calls of this folder are not counted; nil if all are.
  var unreadText: String? {
    if let unreadCalls { return "\(unreadCalls) cannot be read" }
    guard let first = unread.first else { return nil }
    return unread.count == 1
      ? "the log of session \(first) cannot be read as a whole"
      : "the logs of \(unread.count) sessions cannot be read as a whole, such as that of \(first)"
  }
}

/// The ledger of a workspace: the calls in its sessions' logs, and those outside sessions, of this machine and of others
/// from which they travelled. Each call counts once. A file is read again only after it changed. Calls block.
package final class SpendingBook: Sendable {
  private struct Page {
    var stamp: FileStamp
    var ledger = SpendingLedger()
    var isWhole: Bool
    var broken = 0
  }

  private let tree: any FileTree
  private let pages = Mutex<[FileLocation: Page]>([:])

  /// Creates the book of a workspace.
  package init(_ tree: any FileTree) { self.tree = tree }

  /// Reads the calls of the workspace; those of other machines are as they were last known.
  package func read() -> SpendingReading {
    var reading = SpendingReading()
    for location in CallLog.locations(in: tree) {
      guard let page = page(at: location, read: { self.calls(at: location, $0) }) else { continue }
      reading.ledger.merge(page.ledger)
      reading.broken += page.broken
      if !page.isWhole { reading.unreadCalls = location.string }
    }
    reading.left = CallLog.left.value([String].self, from: tree, limit: 1 << 20) ?? []
    for place in [SessionShelf.Place.here, .elsewhere] {
      for id in (try? SessionShelf.ids(in: tree, place)) ?? [] {
        var found = [page(at: SessionShelf.log(of: id, place), read: { self.calls(of: id, place, $0) })]
        if place == .here {
          // The calls in a log that a take-over replaced were made, too.
          for log in SessionShelf.replaced(of: id, in: tree) {
            found.append(page(at: log, read: { self.calls(replaced: log, $0) }))
          }
        }
        for page in found.compactMap(\.self) { reading.ledger.merge(page.ledger) }
        if found.contains(where: { $0?.isWhole == false }) { reading.unread.append(id) }
      }
    }
    return reading
  }

  /// Returns the page of a file; nil if there is no file.
  private func page(at location: FileLocation, read: (FileStamp) -> Page) -> Page? {
    guard let stamp = (try? tree.stamp(of: location)) ?? nil else { return nil }
    if let page = pages.withLock({ $0[location] }), page.stamp == stamp { return page }
    let page = read(stamp)
    pages.withLock { $0[location] = page }
    return page
  }

  private func calls(at location: FileLocation, _ stamp: FileStamp) -> Page {
    guard let content = try? tree.read(location, limit: CallLog.longest) else {
      return Page(stamp: stamp, isWhole: false)
    }
    let (lines, broken) = CallLog.lines(content.bytes)
    return Page(stamp: stamp, ledger: SpendingLedger(lines.map(\.call)), isWhole: true, broken: broken)
  }

  private func calls(of id: String, _ place: SessionShelf.Place, _ stamp: FileStamp) -> Page {
    if let facts = SummaryFile.facts(of: id, in: tree, place) {
      return Page(stamp: stamp, ledger: facts.ledger, isWhole: facts.isWhole)
    }
    do throws(SessionLogError) {
      let lines = try SessionShelf.read(id, in: tree, place).lines
      return Page(stamp: stamp, ledger: SpendingLedger(lines.lines), isWhole: false)
    } catch {
      // A session that had not begun called no model.
      if case .missing = error { return Page(stamp: stamp, isWhole: true) }
      return Page(stamp: stamp, isWhole: false)
    }
  }

  private func calls(replaced log: FileLocation, _ stamp: FileStamp) -> Page {
    guard let content = try? tree.read(log, limit: SessionLog.limit) else { return Page(stamp: stamp, isWhole: false) }
    let lines = SessionLines(content.bytes)
    return Page(stamp: stamp, ledger: SpendingLedger(lines.lines), isWhole: lines.damaged == nil)
  }
}
