/// Whether an agent's call is to be done.
package struct CallBeginning: Sendable, Codable {
  /// The answer that the same call got; nil where it is to be done.
  package var answer: String?
  /// What its write did, where that was all of it, or nobody was left to answer it.
  package var receipt: WriteReceipt?
  /// How long ago that was, in seconds.
  package var age: Int

  /// Whether the call is to be done.
  package var isFresh: Bool { answer == nil && receipt == nil }

  /// Makes a report; without arguments the call is to be done.
  package init(answer: String? = nil, receipt: WriteReceipt? = nil, age: Int = 0) {
    self.answer = answer
    self.receipt = receipt
    self.age = age
  }
}
