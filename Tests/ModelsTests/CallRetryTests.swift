import HTTPTransfer
import Models
import TestSupport
import Testing

@Suite struct `Calling again` {
  private static func refused(_ status: Int, _ type: String? = nil, retryAfter: Int? = nil) -> ModelFault {
    .refused(status: status, type: type, message: nil, retryAfter: retryAfter)
  }

  static let counts: [(ModelFault, Int)] = [
    (.offline("x"), 4), (.cut, 4), (.timedOut(seconds: 1), 2), (refused(429), 4), (refused(529), 4), (refused(500), 4),
    (refused(503), 4), (refused(408), 4), (refused(400), 1), (refused(404), 1), (refused(413), 1),
    (refused(429, "insufficient_quota"), 1), (refused(0, "overloaded_error"), 4), (refused(0, "rate_limit_error"), 4),
    (refused(0, "api_error"), 4), (refused(0, "invalid_request_error"), 1), (refused(0), 1),
    (.keyRefused(status: 401), 1),
    (.untrusted("x"), 1), (.unreadable("x"), 1), (.settings("x"), 1), (.command("x"), 1), (.cancelled, 1),
  ]

  @Test(arguments: counts)
  func `ends after as many tries as the fault is worth`(fault: ModelFault, tries: Int) {
    var tried = 1
    while tried < 100, CallRetry.standard.pause(after: fault, tried: tried, jitter: 0.5) != nil { tried += 1 }
    #expect(tried == tries)
  }

  @Test(arguments: Seeds.blocks(plain: 100, long: 10_000))
  func `waits between half of the pause and all of it, after the time that the server wants`(seeds: Range<UInt64>) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let tried = Int.random(in: 1...3, using: &random)
      let wish = Bool.random(using: &random) ? Int.random(in: 0...60, using: &random) : nil
      let jitter = Double.random(in: 0...1, using: &random)
      let pause = CallRetry.standard.pause(after: Self.refused(429, retryAfter: wish), tried: tried, jitter: jitter)
      let own = Duration.milliseconds(500) * (1 << (tried - 1))
      let extra = pause.map { $0 - .seconds(wish ?? 0) }
      #expect(extra.map { $0 >= own / 2 && $0 <= own } ?? false, "STET_SEED=\(seed): \(pause.debugDescription)")
    }
  }

  @Test func `is not done if the server wants too long a pause`() {
    #expect(CallRetry.standard.pause(after: Self.refused(429, retryAfter: 61), tried: 1, jitter: 0) == nil)
  }
}

@Suite struct `The cost of a call` {
  @Test(arguments: [
    (TokenUsage(input: 1_000_000), "$3.00"), (TokenUsage(output: 1_000_000), "$15.00"),
    (TokenUsage(cacheRead: 10), "$0.000003"),
    (TokenUsage(input: 1, cacheRead: 1, cacheWrite: 1, output: 1), "$0.000022"), (TokenUsage(), "$0.00"),
    (TokenUsage(input: 4_211), "$0.012633"), (TokenUsage(input: .max), "$9223372.036855"),
    (TokenUsage(input: -5), "$0.00"),
  ])
  func `is exact to millionths of a dollar and beyond`(usage: TokenUsage, text: String) {
    let price = TokenPrice(input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75)
    #expect(price.cost(of: usage).description == text)
  }

  @Test func `of calls beyond the range of numbers is counted as the largest number of tokens`() {
    var usage = TokenUsage(input: .max, cacheRead: .max - 1, cacheWrite: 1, output: .max)
    usage.add(TokenUsage(input: 1, cacheRead: 9, cacheWrite: 1, output: .max))
    #expect(usage == TokenUsage(input: .max, cacheRead: .max, cacheWrite: 2, output: .max))
    #expect(usage.allInput == .max && usage.total == .max)
  }

  @Test func `of several calls is their sum, to the last picodollar`() {
    let price = TokenPrice(input: 0.0375, output: 0.15)
    let one = price.cost(of: TokenUsage(input: 1))
    #expect(
      one == Cost(picodollars: 37_500)
        && (0..<1_000).reduce(Cost(picodollars: 0)) { sum, _ in sum + one }.dollars == 0.0000375)
    #expect(
      Cost(dollars: -1) == nil && Cost(dollars: .nan) == nil && Cost(dollars: 0.5)?.picodollars == 500_000_000_000)
  }
}
