/// The machines on which the answer to a question is valid (decision 17).
package enum QuestionScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// Every machine with the question: the answer is a commit, which closes the question everywhere.
  case everywhere
  /// The machine that asks; if the answer repairs the cause at the remote, the question closes by itself on other
  /// machines.
  case remote
  /// The machine that asks; the question concerns no other machine.
  case here
}
