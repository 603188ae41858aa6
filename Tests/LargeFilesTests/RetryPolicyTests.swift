import LargeFiles
import TestSupport
import Testing

@Suite struct `Trying again` {
  private func decide(_ fault: TransferFault, tried: Int, seed: UInt64 = 1) -> RetryPolicy.Decision {
    var generator = SeededGenerator(seed: seed)
    let jitter = Double.random(in: 0...1, using: &generator)
    return RetryPolicy.standard.decide(fault, tried: tried, jitter: jitter)
  }

  static let counts: [(TransferFault, Int)] = [
    (.offline("x"), 8), (.stalled, 8), (.status(503, message: "", retryAfter: nil), 8),
    (.status(429, message: "", retryAfter: 1), 8), (.status(401, message: "", retryAfter: nil), 2),
    (.status(404, message: "", retryAfter: nil), 1), (.status(507, message: "", retryAfter: nil), 1),
    (.refused(code: 404, message: ""), 1), (.refused(code: 503, message: ""), 8), (.wrong("x"), 2),
    (.unreadable("x"), 2), (.local(.noSpace(path: "p")), 1), (.cancelled, 1),
  ]

  @Test(arguments: counts)
  func `ends after as many tries as the fault is worth`(fault: TransferFault, tries: Int) {
    var tried = 1
    while decide(fault, tried: tried) != .giveUp, tried < 100 { tried += 1 }
    #expect(tried == tries)
  }

  @Test func `waits twice as long each time, between half and all of it`() {
    for tried in 1...7 {
      let step = min(Duration.milliseconds(250) * (1 << (tried - 1)), .seconds(30))
      for seed in 0..<20 as Range<UInt64> {
        guard case .again(let wait) = decide(.stalled, tried: tried, seed: seed) else {
          Issue.record("given up")
          return
        }
        #expect(wait >= step / 2 && wait <= step)
      }
    }
  }

  @Test func `waits no less than the server says, and not for ever`() {
    guard case .again(let wait) = decide(.status(429, message: "", retryAfter: 20), tried: 1) else {
      Issue.record("given up")
      return
    }
    #expect(wait >= .seconds(20) && wait <= .seconds(21))
    #expect(decide(.status(429, message: "", retryAfter: 3_600), tried: 1) == .giveUp)
  }
}
