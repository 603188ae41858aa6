internal import Values

/// The tokens of a call, as providers charge for them.
package struct TokenUsage: Hashable, Sendable, Codable {
  /// Input tokens that are neither read from a cache nor written to one.
  package var input: Int
  /// Input tokens that were read from the provider's cache.
  package var cacheRead: Int
  /// Input tokens that were written to the provider's cache.
  package var cacheWrite: Int
  /// Output tokens, including reasoning.
  package var output: Int

  /// The largest count: sums of counts that a server made up must not overflow.
  private static let most = 1 << 40

  /// Returns the nearest count to a number of a server or of a file.
  package static func count(_ number: Int) -> Int { min(max(0, number), most) }

  package init(input: Int = 0, cacheRead: Int = 0, cacheWrite: Int = 0, output: Int = 0) {
    self.input = input
    self.cacheRead = cacheRead
    self.cacheWrite = cacheWrite
    self.output = output
  }

  /// All input tokens, with those of the cache.
  package var allInput: Int { input.saturatingAdd(cacheRead).saturatingAdd(cacheWrite) }

  /// All tokens.
  package var total: Int { allInput.saturatingAdd(output) }

  /// Adds the tokens of another call; a sum beyond the range of numbers is the largest number.
  package mutating func add(_ other: TokenUsage) {
    input = input.saturatingAdd(other.input)
    cacheRead = cacheRead.saturatingAdd(other.cacheRead)
    cacheWrite = cacheWrite.saturatingAdd(other.cacheWrite)
    output = output.saturatingAdd(other.output)
  }

  /// Returns the usage of an answer that broke off: a provider may report its tokens only at the end.
  ///
  /// - Parameters:
  ///   - input: the estimated tokens of the request.
  ///   - output: the estimated tokens of the part of the answer that arrived.
  package func atLeast(input: Int, output: Int) -> TokenUsage {
    var usage = self
    if allInput == 0 { usage.input = Self.count(input) }
    usage.output = max(self.output, Self.count(output))
    return usage
  }
}

/// The price of a model's tokens, in picodollars a token; a million of them are one dollar for a million tokens.
package struct TokenPrice: Hashable, Sendable {
  /// The price of plain input.
  package var input: Int
  /// The price of input from the cache.
  package var cacheRead: Int
  /// The price of input to the cache.
  package var cacheWrite: Int
  /// The price of output.
  package var output: Int

  /// Creates a price from dollars for a million tokens; prices of the cache are those of plain input unless given.
  package init(input: Double, output: Double, cacheRead: Double? = nil, cacheWrite: Double? = nil) {
    self.input = Self.picodollars(input)
    self.output = Self.picodollars(output)
    self.cacheRead = Self.picodollars(cacheRead ?? input)
    self.cacheWrite = Self.picodollars(cacheWrite ?? input)
  }

  private static func picodollars(_ dollars: Double) -> Int {
    // A token of more than a thousand dollars is no price.
    Int((min(max(dollars, 0), 1e9) * 1e6).rounded())
  }

  /// Returns the cost of tokens.
  package func cost(of usage: TokenUsage) -> Cost {
    let parts = [
      (usage.input, input), (usage.cacheRead, cacheRead), (usage.cacheWrite, cacheWrite), (usage.output, output),
    ]
    return parts.reduce(Cost(picodollars: 0)) { sum, part in
      let (product, isTooLarge) = max(0, part.0).multipliedReportingOverflow(by: part.1)
      return sum + Cost(picodollars: isTooLarge ? .max : product)
    }
  }
}

/// An amount of money, exact in picodollars.
package struct Cost: Hashable, Sendable, Comparable {
  /// The amount in 10^-12 dollars.
  package var picodollars: Int

  package init(picodollars: Int) { self.picodollars = picodollars }

  /// Creates an amount from dollars; nil for a negative or impossible one.
  package init?(dollars: Double) {
    guard dollars >= 0, dollars < 1e6 else { return nil }
    picodollars = Int((dollars * 1e12).rounded())
  }

  /// The amount in dollars.
  package var dollars: Double { Double(picodollars) / 1e12 }

  /// Returns the sum; one beyond the range of numbers is the largest amount.
  package static func + (one: Cost, other: Cost) -> Cost {
    let (sum, isTooLarge) = one.picodollars.addingReportingOverflow(other.picodollars)
    return Cost(picodollars: isTooLarge ? .max : sum)
  }

  /// Returns whether an amount is smaller than another.
  package static func < (one: Cost, other: Cost) -> Bool { one.picodollars < other.picodollars }
}

extension Cost: CustomStringConvertible {
  /// The amount for people, rounded to millionths of a dollar: `$0.0042`, `$3.00`.
  package var description: String {
    let micro = picodollars / 1_000_000 + (picodollars % 1_000_000 >= 500_000 ? 1 : 0)
    var fraction = NumberText.padded(micro % 1_000_000, to: 6)
    while fraction.count > 2, fraction.hasSuffix("0") { fraction.removeLast() }
    return "$\(micro / 1_000_000).\(fraction)"
  }
}
