import Testing

@testable import FileWatching

struct EventStormTests {
  @Test(arguments: [1, 8, 15])
  func `few events are taken as they come`(count: Int) {
    var storm = EventStorm()
    for number in 0..<count {
      let waits = storm.wakes(at: Int64(number) * 100_000)
      #expect(!waits)
    }
    // And later ones start anew.
    for number in 0..<count {
      let waits = storm.wakes(at: ms * 1_000 + Int64(number) * 100_000)
      #expect(!waits)
    }
  }

  @Test func `events that end not are taken together until they do`() {
    var storm = EventStorm()
    var now: Int64 = 0
    var pauses = 0
    for _ in 0..<1_000 {
      if storm.wakes(at: now) {
        pauses += 1
        now += EventStorm.pause
      }
      now += 100_000
    }
    #expect(pauses == 1_000 - EventStorm.fewest)
    for late in 0..<2 as Range<Int64> {
      let waits = storm.wakes(at: now + EventStorm.pause + EventStorm.gap + late)
      #expect(!waits)
    }
  }

  @Test func `saves that come one after the other are not delayed`() {
    var storm = EventStorm()
    for number in 0..<1_000 {
      let waits = storm.wakes(at: Int64(number) * ms)
      #expect(!waits)
    }
  }
}
