import GitObjects
import Testing

@testable import Sync

@Suite struct PushRaceTests {
  private let id = ObjectID.emptyTree

  @Test func `three rejections in a row are a lost race, one that was won is the end of it`() {
    var race = PushRace()
    for step in 1...3 {
      #expect(!race.isLost(at: .seconds(step)))
      race.lose(started: .seconds(step), ended: .seconds(step) + .milliseconds(100))
    }
    #expect(race.isLost(at: .seconds(4)))
    race.win()
    #expect(!race.isLost(at: .seconds(4)))
  }

  @Test func `a race that was lost a minute ago is run anew`() {
    var race = PushRace()
    for start in [4, 7, 10] { race.lose(started: .seconds(start), ended: .seconds(start + 2)) }
    #expect(race.isLost(at: .seconds(71)))
    #expect(!race.isLost(at: .seconds(72)))
    race.lose(started: .seconds(80), ended: .seconds(80) + .milliseconds(50))
    #expect(!race.isLost(at: .seconds(81)))
  }

  @Test(arguments: [(30, 120), (200, 800), (250, 1_000), (2_500, 1_000)])
  func `a push waits four times as long as the last one took, at most a second`(took: Int, pause: Int) {
    var pace = PushPace(isPublicHost: false)
    pace.notePush(started: .zero, ended: .milliseconds(took))
    #expect(pace.wait(at: .milliseconds(took)) == .milliseconds(pause))
    #expect(pace.wait(at: .milliseconds(took + pause)) == nil)
  }

  @Test func `a push of many files makes the next one wait no longer than a push of few`() {
    var pace = PushPace(isPublicHost: false)
    pace.notePush(started: .zero, ended: .milliseconds(700), isOfManyFiles: true)
    #expect(pace.wait(at: .milliseconds(700)) == .seconds(1))
    pace.notePush(started: .seconds(2), ended: .milliseconds(2_060))
    pace.notePush(started: .seconds(3), ended: .milliseconds(3_700), isOfManyFiles: true)
    #expect(pace.wait(at: .milliseconds(3_700)) == .milliseconds(240))
    pace.notePush(started: .seconds(5), ended: .milliseconds(5_100))
    #expect(pace.wait(at: .milliseconds(5_100)) == .milliseconds(400))
  }

  @Test func `a public host is pushed to every ten seconds`() {
    var pace = PushPace(isPublicHost: true)
    pace.notePush(started: .zero, ended: .seconds(1))
    #expect(pace.wait(at: .seconds(1)) == .seconds(10))
    pace.notePush(started: .seconds(20), ended: .seconds(21), movedBranch: false)
    #expect(pace.wait(at: .seconds(21)) == .seconds(10))
  }

  @Test func `what was left in the inbox alone makes nobody wait`() {
    var pace = PushPace(isPublicHost: false)
    pace.notePush(started: .zero, ended: .seconds(2), movedBranch: false)
    #expect(pace.wait(at: .seconds(2)) == nil)
  }

  @Test func `while others leave something in inboxes they are looked at often`() {
    var watch = InboxWatch()
    #expect(watch.isDue(at: .seconds(1)))
    watch.note([:], asked: .seconds(1), answered: .seconds(1))
    #expect(watch.next == nil && !watch.isDue(at: .seconds(5)) && watch.isDue(at: .seconds(6)))
    watch.note(["a": id], asked: .seconds(10), answered: .seconds(10) + .milliseconds(20))
    #expect(watch.next == .milliseconds(10_520))
    watch.note(["a": id], asked: .seconds(12), answered: .milliseconds(12_200))
    #expect(watch.next == .seconds(13))
    #expect(watch.age(of: id, at: .milliseconds(12_020)) == .seconds(2))
    watch.note(["a": id], asked: .seconds(31), answered: .seconds(31))
    #expect(watch.next == nil)
  }
}
