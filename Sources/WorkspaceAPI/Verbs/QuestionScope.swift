/// On which machines the answer to a question counts (decision 17).
package enum QuestionScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// On every machine that has it: the answer is a commit, and the question goes everywhere with it.
  case everywhere
  /// On the machine that asks; where the answer puts the cause right at the remote, the others' question goes by itself.
  case remote
  /// On the machine that asks, and it is of no concern to any other.
  case here
}
