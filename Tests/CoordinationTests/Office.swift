import WorkspaceAPI
import Coordination
import GitObjects

/// A table with a clock that a test moves, in seconds, and what came of each request.
struct Office {
  var table: ClaimTable
  var now: Int64 = 0
  var granted: [UInt64: Claim] = [:]
  var refused: [UInt64: ClaimRefusal] = [:]
  var ended: [Int64: ClaimEnd] = [:]
  var notices: [PresenterNotice] = []
  private var lastTicket: UInt64 = 0

  init(limits: ClaimLimits = ClaimLimits()) {
    table = ClaimTable(above: 100, limits: limits)
  }

  /// Asks; the ticket later shows what came of it.
  @discardableResult
  mutating func ask(
    _ party: String, _ items: [(String, ClaimIntent)], wait: Int64 = 30, lasts: Int64 = 60, connection: UInt64? = nil,
    isBrief: Bool = false, insists: Bool = false
  ) throws -> UInt64 {
    lastTicket += 1
    let request = ClaimRequest(
      ticket: lastTicket, holder: ClaimHolder(party: party, name: party),
      items: try items.map { ClaimItem(try WorkspacePath($0.0), $0.1) }, connection: connection,
      waitUntil: now + wait * second, lasts: lasts * second, isBrief: isBrief, insists: insists)
    take(table.ask(request, at: now))
    return lastTicket
  }

  /// Asks for one item.
  @discardableResult
  mutating func ask(
    _ party: String, _ path: String, _ intent: ClaimIntent, wait: Int64 = 30, lasts: Int64 = 60,
    connection: UInt64? = nil, isBrief: Bool = false, insists: Bool = false
  ) throws -> UInt64 {
    try ask(
      party, [(path, intent)], wait: wait, lasts: lasts, connection: connection, isBrief: isBrief, insists: insists)
  }

  /// Gives back what a request led to.
  mutating func release(_ ticket: UInt64) {
    if let claim = granted[ticket] { take(table.release(claim.number, at: now)) }
  }

  /// Lets seconds pass, and nothing be missed on the way.
  mutating func pass(_ seconds: Int64) {
    let end = now + seconds * second
    while let due = table.nextDue, due <= end {
      now = max(now, due)
      take(table.advance(to: now))
    }
    now = end
  }

  /// Opens a file in a program.
  mutating func present(_ party: String, _ path: String, connection: UInt64) throws -> Int? {
    table.present(try WorkspacePath(path), by: ClaimHolder(party: party, name: party), connection: connection)
  }

  /// Answers every notice that asks a presenter and was not answered.
  mutating func answer(_ notice: PresenterNotice, connection: UInt64, failure: String? = nil) {
    take(table.answer(notice.id, from: connection, failure: failure, at: now))
  }

  /// Notes effects.
  mutating func take(_ effects: [ClaimEffect]) {
    for effect in effects {
      switch effect {
      case .granted(let claim): granted[claim.request.ticket] = claim
      case .refused(let ticket, let refusal): refused[ticket] = refusal
      case .ended(let claim, let reason): ended[claim.number] = reason
      case .notice(let notice): notices.append(notice)
      }
    }
  }
}

/// Nanoseconds of one.
let second: Int64 = 1_000_000_000
