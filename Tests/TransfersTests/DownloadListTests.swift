import GitObjects
import LargeFiles
import Testing

@testable import Transfers

/// The downloader's decisions: every event in every state of an object.
@Suite struct DownloadListTests {
  /// The state of an object before something happens.
  enum State: String, CaseIterable {
    /// Nobody wants it.
    case none
    /// It waits in the background's line.
    case waiting
    /// It is in a group of the background's and has not begun.
    case grouped
    /// It is in a group and moves.
    case moving
    /// It was given up while it moved, alone in its group.
    case leaving
    /// It was given up while it moved, and others of its group go on.
    case left
    /// It is here and being placed.
    case here
    /// It did not come and waits for its next try.
    case failed
  }

  /// An event of an object.
  enum Event: String, CaseIterable { case background, read, cancel, retry, arrives, fails, isGivenUp }

  /// The next step with the object.
  enum Next: String { case nothing, begun, placed, coming, waitsForTry, waitsForEnd }

  /// One list with an object in it that is in a state, and another beside it.
  private struct Desk {
    var list = DownloadList()
    var moving: Set<ContentID> = []
    let pointer: Pointer
    let other: Pointer
    let path: WorkspacePath
    let second: WorkspacePath
    var run = 0

    init(_ state: State) throws {
      func id(_ byte: UInt8) throws -> ContentID { try #require(ContentID(bytes: [UInt8](repeating: byte, count: 32))) }
      (pointer, other) = (Pointer(id: try id(1), size: 10), Pointer(id: try id(2), size: 20))
      (path, second) = (try WorkspacePath("a.bin"), try WorkspacePath("b.bin"))
      if state == .none { return }
      want(pointer, path, .background)
      if state == .waiting { return }
      if state == .left { want(other, second, .background) }
      begin(.background)
      if state == .grouped { return }
      moving = [pointer.id]
      switch state {
      case .leaving, .left: cancel([path])
      case .here: _ = ended(.moved)
      case .failed: _ = ended(.failed(.stalled))
      default: break
      }
    }

    mutating func want(_ pointer: Pointer, _ path: WorkspacePath, _ urgency: DownloadUrgency) {
      let moving = moving
      list.want(pointer, path, urgency) { id, _ in !moving.contains(id) }
    }

    mutating func cancel(_ paths: Set<WorkspacePath>) {
      let moving = moving
      _ = list.cancel(paths, isAwaited: { _ in false }, withdraw: { id, _ in !moving.contains(id) })
    }

    @discardableResult
    mutating func begin(_ urgency: DownloadUrgency) -> [Pointer] {
      var taken: [Pointer] = []
      while let item = list.next(urgency) { taken.append(item.pointer) }
      guard let group = list.begin(taken, urgency) else { return [] }
      run = group.run
      return group.pointers
    }

    mutating func ended(_ outcome: TransferOutcome) -> DownloadList.News { list.ended(pointer.id, in: run, outcome) }

    mutating func handle(_ event: Event) -> DownloadList.News {
      switch event {
      case .background: want(pointer, second, .background)
      case .read: want(pointer, second, .read)
      case .cancel: cancel([path])
      case .retry: list.tryAgain()
      case .arrives: return ended(.moved)
      case .fails: return ended(.failed(.stalled))
      case .isGivenUp: return ended(.failed(.cancelled))
      }
      return .nothing
    }

    /// Returns the next step with the object.
    mutating func next(after news: DownloadList.News) -> Next {
      if case .arrived = news { return .placed }
      if list.failed[pointer.id] != nil { return .waitsForTry }
      guard let item = list.items[pointer.id] else { return .nothing }
      if item.isHere { return .placed }
      if item.run != nil { return .coming }
      let begun = [DownloadUrgency.read, .asked, .background].flatMap { begin($0) }
      return begun.contains(pointer) ? .begun : .waitsForEnd
    }
  }

  private static let table: [State: [Event: Next]] = [
    .none: [.background: .begun, .read: .begun],
    .waiting: [
      .background: .begun, .read: .begun, .retry: .begun, .arrives: .begun, .fails: .begun, .isGivenUp: .begun,
    ],
    // A reader brings it forward; for all others it is downloaded with its group.
    .grouped: [
      .background: .coming, .read: .begun, .retry: .coming, .arrives: .placed, .fails: .waitsForTry,
    ],
    .moving: [
      .background: .coming, .read: .coming, .retry: .coming, .arrives: .placed, .fails: .waitsForTry,
    ],
    // Wanted again it is begun when its end is reported: two never write one part.
    .leaving: [.background: .waitsForEnd, .read: .waitsForEnd],
    .left: [.background: .coming, .read: .coming],
    .here: [
      .background: .placed, .read: .placed, .retry: .placed, .arrives: .placed, .fails: .placed, .isGivenUp: .placed,
    ],
    // A background request waits for the retry; a person's request does not.
    .failed: [
      .background: .waitsForTry, .read: .begun, .retry: .begun, .arrives: .waitsForTry, .fails: .waitsForTry,
      .isGivenUp: .waitsForTry,
    ],
  ]

  @Test(arguments: State.allCases, Event.allCases)
  func `every event in every state`(state: State, event: Event) throws {
    var desk = try Desk(state)
    let news = desk.handle(event)
    #expect(desk.next(after: news) == Self.table[state]?[event] ?? .nothing, "\(state) \(event)")
  }

  @Test func `a retry leaves an object whose own time has not come, and a reader does not wait for it`() throws {
    var desk = try Desk(.failed)
    desk.list.tryAgain { _ in false }
    #expect(desk.next(after: .nothing) == .waitsForTry)
    desk.want(desk.pointer, desk.path, .read)
    #expect(desk.next(after: .nothing) == .begun)
  }

  @Test(arguments: [TransferOutcome.failed(.cancelled), .failed(.stalled), .moved])
  func `what was cancelled and is wanted again comes, whatever becomes of its first try`(outcome: TransferOutcome)
    throws
  {
    var desk = try Desk(.leaving)
    desk.want(desk.pointer, desk.path, .asked)
    let tooSoon = desk.begin(.asked)
    #expect(tooSoon.isEmpty)
    switch desk.ended(outcome) {
    case .again:
      let begun = desk.begin(.asked)
      #expect(begun == [desk.pointer])
    case .arrived(let item): #expect(outcome == .moved && item.paths == [desk.path])
    case let news: Issue.record("\(news)")
    }
  }

  @Test func `the next try is for all paths that were wanted before and since`() throws {
    var desk = try Desk(.failed)
    desk.want(desk.pointer, desk.second, .background)
    desk.list.tryAgain()
    #expect(desk.list.items[desk.pointer.id]?.paths == [desk.path, desk.second])
    desk = try Desk(.failed)
    desk.want(desk.pointer, desk.second, .asked)
    desk.list.tryAgain()
    #expect(desk.list.items[desk.pointer.id]?.paths == [desk.path, desk.second])
    #expect(desk.list.failed.isEmpty)
  }

  @Test func `what is cancelled at one path comes to the others`() throws {
    for state in [State.waiting, .moving, .failed] {
      var desk = try Desk(state)
      desk.want(desk.pointer, desk.second, .background)
      desk.cancel([desk.path])
      let left = desk.list.items[desk.pointer.id] ?? desk.list.failed[desk.pointer.id]
      #expect(left?.paths == [desk.second], "\(state)")
    }
  }

  @Test(arguments: [State.waiting, .grouped, .moving, .failed])
  func `a cancelled download begins again only if somebody asks for it`(state: State) throws {
    var desk = try Desk(state)
    desk.cancel([desk.path])
    if state == .moving { _ = desk.ended(.failed(.cancelled)) }
    desk.want(desk.pointer, desk.path, .background)
    #expect(desk.next(after: .nothing) == .nothing)
    desk.want(desk.pointer, desk.path, .asked)
    #expect(desk.next(after: .nothing) == .begun)
    #expect(desk.list.items[desk.pointer.id]?.paths == [desk.path])
  }

  @Test func `a group of which nobody wants anything is given up, and none that has more`() throws {
    func givenUp(_ desk: inout Desk, _ path: WorkspacePath, isAwaited: Bool = false) -> [Int] {
      desk.list.cancel([path], isAwaited: { _ in isAwaited }, withdraw: { _, _ in false }).groups
    }
    var desk = try Desk(.moving)
    let path = desk.path
    let (awaited, unwanted) = (givenUp(&desk, path, isAwaited: true), givenUp(&desk, path))
    #expect(awaited.isEmpty && unwanted == [desk.run])
    desk = try Desk(.none)
    let second = desk.second
    desk.want(desk.pointer, path, .background)
    desk.want(desk.other, second, .background)
    let begun = desk.begin(.background)
    #expect(begun == [desk.pointer, desk.other], "the smallest first")
    let (one, both) = (givenUp(&desk, path), givenUp(&desk, second))
    #expect(one.isEmpty && both == [desk.run])
  }

  @Test func `an object takes the room of itself and of a copy at each place, unless those share its blocks`() throws {
    var desk = try Desk(.waiting)
    desk.want(desk.pointer, desk.second, .background)
    let item = try #require(desk.list.items[desk.pointer.id])
    #expect(DownloadList.room(item, isShared: false) == 30 && DownloadList.room(item, isShared: true) == 10)
    #expect(desk.list.roomOnTheWay(isShared: false) == 0)
    desk.begin(.background)
    #expect(desk.list.roomOnTheWay(isShared: false) == 30)
  }

  @Test func `what has begun in its group stays there, and what was taken out of it does not begin`() throws {
    let desk = try Desk(.none)
    let begun = BegunObjects()
    for group in 1...2 { begun.open(group) }
    #expect(begun.begin(desk.pointer.id, in: 1) && !begun.withdraw(desk.pointer.id, from: 1))
    #expect(begun.withdraw(desk.other.id, from: 1) && !begun.begin(desk.other.id, in: 1))
    #expect(begun.begin(desk.other.id, in: 2))
  }

  @Test func `nothing is taken out of a group that is over, and nothing is kept of it`() throws {
    let desk = try Desk(.none)
    let begun = BegunObjects()
    begun.open(1)
    begun.forget(1)
    #expect(!begun.withdraw(desk.other.id, from: 1) && !begun.begin(desk.pointer.id, in: 1))
    #expect(begun.count == 0)
  }
}
