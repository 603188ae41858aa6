/// The decision whether an agent's call is to be carried out.
package struct CallBeginning: Sendable, Codable {
  /// The answer to an earlier, equal call; nil if the call is to be carried out.
  package var answer: String?
  /// The receipt of the earlier call's write, if the write was the whole call, or the call was never answered.
  package var receipt: WriteReceipt?
  /// The age of the earlier call in seconds.
  package var age: Int

  /// Whether the call is to be carried out.
  package var isFresh: Bool { answer == nil && receipt == nil }

  /// Creates a report; without arguments the call is to be carried out.
  package init(answer: String? = nil, receipt: WriteReceipt? = nil, age: Int = 0) {
    self.answer = answer
    self.receipt = receipt
    self.age = age
  }
}
