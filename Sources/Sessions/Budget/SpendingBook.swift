package import FileSystem
internal import Synchronization

/// The ledger of a workspace as its sessions' logs have it; a log is read again only after it changed. Calls block.
package final class SpendingBook: Sendable {
  private struct Page {
    var stamp: FileStamp
    var ledger: SpendingLedger
  }

  private let tree: any FileTree
  private let pages = Mutex<[String: Page]>([:])

  /// Creates the book of a workspace.
  package init(_ tree: any FileTree) { self.tree = tree }

  /// Returns the calls of all sessions; those of a log that cannot be read are left out.
  package func ledger() -> SpendingLedger {
    var ledger = SpendingLedger()
    for id in (try? SessionShelf.ids(in: tree)) ?? [] {
      if let page = page(of: id) { ledger.merge(page) }
    }
    return ledger
  }

  private func page(of id: String) -> SpendingLedger? {
    guard let stamp = (try? tree.stamp(of: SessionShelf.log(of: id))) ?? nil else { return nil }
    if let page = pages.withLock({ $0[id] }), page.stamp == stamp { return page.ledger }
    guard let lines = try? SessionShelf.lines(of: id, in: tree) else { return nil }
    let ledger = SpendingLedger(lines)
    pages.withLock { $0[id] = Page(stamp: stamp, ledger: ledger) }
    return ledger
  }
}
