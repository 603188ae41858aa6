import Commands
import Synchronization
import Testing

@Suite struct OutputReaderTests {
  @Test func `a reader that leaves ends the program unless a function takes the news`() {
    let reader = OutputReader()
    #expect(!reader.hasLeft)
    let calls = Mutex(0)
    reader.onLeaving { calls.withLock { $0 += 1 } }
    // Each further write finds no reader either.
    for count in 1...2 {
      let goesOn = reader.leave()
      #expect(goesOn && reader.hasLeft && calls.withLock { $0 } == count)
    }
    reader.onLeaving(nil)
    let goesOn = reader.leave()
    #expect(!goesOn && reader.hasLeft && calls.withLock { $0 } == 2)
  }
}
