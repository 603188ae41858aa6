import GitObjects
import TestSupport
import Testing

@testable import Sync

@Suite struct MachineValueTests {
  @Test(arguments: [(Backoff.Cause.offline, 60), (.refused, 900), (.contended, 2)])
  func `pauses grow to a longest one, and begin anew after a success`(cause: Backoff.Cause, longest: Int) {
    var generator = SeededGenerator(seed: 1)
    var backoff = Backoff()
    var last = Duration.zero
    for count in 0..<40 {
      backoff.begin(cause, at: .seconds(5), using: &generator)
      let wait = backoff.wait(at: .seconds(5)) ?? .zero
      #expect(wait > .zero && wait <= .seconds(longest), "pause \(count)")
      last = wait
    }
    #expect(last >= .seconds(longest) / 2)
    backoff.lift()
    #expect(backoff.wait(at: .seconds(5)) == nil)
    backoff.begin(cause, at: .zero, using: &generator)
    #expect(backoff.wait(at: .zero) ?? .zero >= .seconds(longest) / 2)
    backoff.shorten(to: .milliseconds(1))
    #expect(backoff.wait(at: .zero) == .milliseconds(1) && backoff.wait(at: .milliseconds(1)) == nil)
    backoff.reset()
    backoff.begin(cause, at: .zero, using: &generator)
    #expect(backoff.wait(at: .zero) ?? .seconds(longest) <= .seconds(30))
  }

  @Test func `callers are answered by rounds that began after them`() {
    var waiters = Waiters()
    waiters.add(1, after: 0)
    waiters.add(2, after: 1)
    waiters.add(3, after: 0)
    #expect(waiters.take(before: 1) == [1, 3])
    #expect(waiters.count == 1 && !waiters.remove(1) && waiters.remove(2) && waiters.isEmpty)
  }

  @Test func `a second path ends the doubt about a lone one`() {
    var generator = SeededGenerator(seed: 1)
    var search = VainSearch()
    search.failed(isLone: true, at: .zero, using: &generator)
    #expect(search.isLone && search.isDue(at: .zero))
    search.failed(isLone: false, at: .zero, using: &generator)
    #expect(!search.isLone && !search.isDue(at: .seconds(29)) && search.isDue(at: .seconds(61)))
    search.succeeded()
    #expect(search.isDue(at: .zero))
  }

  @Test func `a refused inbox is left at the second place, then at none`() {
    var inbox = InboxState()
    for second in 1...3 { inbox.lost(started: .seconds(second), ended: .seconds(second)) }
    #expect(inbox.isNeeded(at: .seconds(4)))
    inbox.answered(.refused(message: ""), for: .emptyTree, at: .hidden, at: .seconds(4))
    #expect(inbox.place == .branches)
    inbox.answered(.refused(message: ""), for: nil, at: .branches, at: .seconds(4))
    #expect(inbox.place == .branches)
    inbox.answered(.refused(message: ""), for: .emptyTree, at: .branches, at: .seconds(4))
    #expect(inbox.place == nil && !inbox.isNeeded(at: .seconds(4)))
  }

  @Test func `another machine has ten seconds to take what is in the inbox`() {
    var inbox = InboxState()
    inbox.answered(.accepted, for: .emptyTree, at: .hidden, at: .seconds(5))
    #expect(inbox.awaited(at: .seconds(14)) == .emptyTree && inbox.awaited(at: .seconds(15)) == nil)
    #expect(inbox.next == nil)
    inbox.trustOthers()
    #expect(inbox.next == .seconds(15))
    inbox.fetchBegan()
    #expect(inbox.next == nil)
    inbox.published()
    #expect(inbox.awaited(at: .seconds(6)) == nil)
  }

  @Test func `a report of what is known or being pushed is no news`() {
    var remote = KnownRemote()
    #expect(remote.isNews(nil) && remote.isNews(.emptyTree))
    remote.pushing = .emptyTree
    #expect(!remote.isNews(.emptyTree) && remote.isNews(nil))
    remote.pushing = nil
    remote.accepted(.emptyTree)
    #expect(!remote.isNews(.emptyTree) && remote.isOurs && remote.latest == .emptyTree)
    remote.take(KnownRemote.Notes(branch: "next"))
    #expect(remote.latest == nil && remote.isNews(.emptyTree))
  }

  @Test func `a fetched commit that was recorded before is no news`() {
    var remote = KnownRemote()
    remote.take(KnownRemote.Notes(branch: "main", seen: .emptyTree, leavesDeleted: true))
    #expect(!remote.fetched(.emptyTree) && !remote.leavesDeleted)
    remote.leavesDeleted = true
    #expect(!remote.fetched(nil) && remote.leavesDeleted && remote.latest == .emptyTree)
  }

  @Test func `a listener replaces polls, which are soon again after a save`() {
    var generator = SeededGenerator(seed: 1)
    var watch = RemoteWatch(canListen: true)
    #expect(watch.starts() && !watch.starts())
    let first = watch.nextPoll(at: .zero, using: &generator) ?? .zero
    #expect(first >= .milliseconds(1_800) && first <= .milliseconds(2_200))
    #expect(watch.nextPoll(at: .seconds(1), using: &generator) == first)
    for _ in 0..<40 {
      watch.polled()
      _ = watch.nextPoll(at: .zero, using: &generator)
    }
    #expect(watch.nextPoll(at: .zero, using: &generator) ?? .zero >= .seconds(54))
    watch.saved()
    #expect(watch.nextPoll(at: .zero, using: &generator) ?? .seconds(60) <= .milliseconds(2_200))
    watch.ready(at: .zero)
    #expect(watch.nextPoll(at: .zero, using: &generator) == nil)
    watch.lost()
    #expect(watch.nextPoll(at: .zero, using: &generator) != nil)
  }

  @Test func `a listener that ends right after its greeting is started again after longer and longer delays`() {
    var generator = SeededGenerator(seed: 1)
    var watch = RemoteWatch(canListen: true)
    _ = watch.starts()
    var delay = Duration.zero
    for _ in 0..<10 {
      watch.ready(at: .zero)
      delay = watch.ended(at: .seconds(1), using: &generator) ?? .zero
    }
    #expect(delay >= .seconds(30))
    watch.ready(at: .seconds(10))
    #expect(watch.ended(at: .seconds(70), using: &generator) ?? .seconds(60) <= .seconds(1))
  }
}
