import GitObjects
import LargeFiles
import TestSupport
import Testing

@testable import Permissions
@testable import Transfers

@Suite struct TransferAgendaTests {
  private static func pointer(_ number: UInt8, size: Int = 1) throws -> Pointer {
    let digits = "0123456789abcdef".map { $0 }
    let pair = String([digits[Int(number >> 4)], digits[Int(number & 15)]])
    let id = try #require(ContentID(hex: Array(String(repeating: pair, count: 32).utf8)))
    return Pointer(id: id, size: size)
  }

  private static func version(_ path: String, _ pointer: Pointer) -> PointedVersion {
    PointedVersion(version: PathVersion(path, nil), pointer: pointer)
  }

  @Test func `one retry is scheduled for all failures, and success resets its delay`() throws {
    var agenda = TransferAgenda()
    var generator = SeededGenerator(seed: 1)
    let id = try Self.pointer(1).id
    var delays: [Duration?] = []
    for number in 1...3 {
      delays.append(agenda.scheduleRetry(number, using: &generator))
      let second = agenda.scheduleRetry(7, using: &generator)
      #expect(second == nil && agenda.awaitsRetry)
      let begins = [agenda.beginRetry(7), agenda.beginRetry(number), agenda.beginRetry(number)]
      #expect(begins == [false, true, false])
    }
    for (delay, step) in zip(delays, [1.0, 2, 4]) {
      let delay = try #require(delay)
      #expect(delay >= .seconds(step / 2) && delay <= .seconds(step))
    }
    agenda.noteSuccess(of: id)
    let first = agenda.scheduleRetry(4, using: &generator)
    #expect(try #require(first) <= .seconds(1))
    let hurried = [agenda.hurry(), agenda.hurry()]
    #expect(hurried == [true, false] && !agenda.awaitsRetry)
    // The timer of the retry that was hurried does not begin the next one.
    _ = agenda.scheduleRetry(5, using: &generator)
    let late = agenda.beginRetry(4)
    #expect(!late && agenda.awaitsRetry)
  }

  @Test func `a large object that is rejected waits for a time of its own, whatever else succeeds`() throws {
    var agenda = TransferAgenda()
    var generator = SeededGenerator(seed: 1)
    let film = try Self.pointer(1, size: PlaceholderRules.small + 1)
    let now = ContinuousClock.now
    let wrong = TransferFault.wrong("the object has another hash")
    for step in [30, 60, 120] {
      agenda.postpone(film, after: wrong, at: now, using: &generator)
      agenda.noteSuccess(of: try Self.pointer(2).id)
      #expect(!agenda.mayRetry(film.id, at: now + .seconds(step / 2 - 1)))
      #expect(agenda.mayRetry(film.id, at: now + .seconds(step)))
    }
    // A person's request for all transfers ends the wait; so does its own success.
    let hurried = agenda.hurry()
    #expect(hurried && agenda.mayRetry(film.id, at: now))
    agenda.postpone(film, after: .status(422, message: "no", retryAfter: nil), at: now, using: &generator)
    #expect(!agenda.mayRetry(film.id, at: now + .seconds(14)) && agenda.mayRetry(film.id, at: now + .seconds(30)))
    agenda.noteSuccess(of: film.id)
    #expect(agenda.mayRetry(film.id, at: now) && !agenda.hasPostponed)
  }

  @Test func `small objects, and faults of the connection, wait for the common retry only`() throws {
    var agenda = TransferAgenda()
    var generator = SeededGenerator(seed: 1)
    let (note, film) = (try Self.pointer(1), try Self.pointer(2, size: PlaceholderRules.small + 1))
    agenda.postpone(note, after: .wrong("the object has another hash"), at: .now, using: &generator)
    for fault: TransferFault in [.stalled, .offline("away"), .status(503, message: "", retryAfter: nil)] {
      agenda.postpone(film, after: fault, at: .now, using: &generator)
    }
    #expect(!agenda.hasPostponed)
  }

  @Test func `a trouble states the last failure, and a running transfer's setback where there is none`() throws {
    var agenda = TransferAgenda()
    let (one, two) = (try Self.pointer(1).id, try Self.pointer(2).id)
    let refused = TransferFault.refused(code: 404, message: "gone")
    agenda.note(refused, of: one)
    agenda.note("no room", of: two)
    #expect(
      agenda.trouble(of: one, nil, paths: ["a"], isUpload: true)
        == TransferTrouble(paths: ["a"], reason: refused.description, isOffline: false, isUpload: true))
    #expect(agenda.trouble(of: two, refused, paths: ["b"], isUpload: false)?.reason == "no room")
    agenda.keep { $0 == two }
    #expect(agenda.problem(of: one) == nil && !agenda.hasNoProblem)
    #expect(agenda.trouble(of: one, refused, paths: ["a"], isUpload: false)?.reason == refused.description)
    agenda.clear(two)
    #expect(agenda.hasNoProblem && agenda.trouble(of: two, nil, paths: ["b"], isUpload: false) == nil)
  }

  @Test func `small objects are uploaded before large ones, and a version is free when its object is sent`() throws {
    let (small, large) = (try Self.pointer(1), try Self.pointer(2, size: UploadList.small + 1))
    var list = UploadList(owed: [])
    let change = list.take([Self.version("a", small), Self.version("film", large)])
    #expect(Set(change.began) == ["a", "film"] && change.ended.isEmpty)
    var number = 0
    func begin() -> [(number: Int, pointers: [Pointer])] {
      list.begin({
        number += 1
        return number
      }) { _ in true }
    }
    let groups = begin()
    #expect(groups.map(\.pointers) == [[small], [large]] && begin().isEmpty)
    let failed = list.ended(small.id, in: 1, isThere: false)
    #expect(!failed.isSent && failed.wakes && list.held.count == 2)
    let sent = list.ended(large.id, in: 2, isThere: true)
    #expect(sent.isSent && !sent.paysDebt && list.held.map(\.version.path) == ["a"])
  }

  @Test func `an owed object is uploaded until the remote has it`() throws {
    let pointer = try Self.pointer(3)
    var list = UploadList(owed: [])
    let owes = [list.owe([Self.version("a", pointer)]), list.owe([Self.version("a", pointer)])]
    #expect(owes == [true, false] && list.wants(pointer.id) && list.held.isEmpty)
    _ = list.begin({ 1 }) { _ in true }
    let ending = list.ended(pointer.id, in: 1, isThere: true)
    #expect(ending.paysDebt && !ending.isSent && list.owed.isEmpty && !list.wants(pointer.id))
  }

  @Test func `an object that neither side has is asked for again after a minute`() throws {
    let pointer = try Self.pointer(4)
    let found = [Self.version("a", pointer)]
    var list = UploadList(owed: [])
    let now = ContinuousClock.now
    #expect(list.absent(found, at: now) { _ in true }.isEmpty)
    #expect(list.absent(found, at: now) { _ in false } == [pointer.id: pointer])
    let fresh = [list.noteLost([pointer.id], at: now), list.noteLost([pointer.id], at: now)]
    #expect(fresh == [[pointer.id], []] && list.isLost(pointer.id))
    #expect(list.absent(found, at: now + .seconds(59)) { _ in false }.isEmpty)
    #expect(list.absent(found, at: now + .seconds(60)) { _ in false }.count == 1)
    list.forgetLost()
    #expect(!list.isLost(pointer.id))
  }
}
