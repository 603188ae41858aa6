/// A program's answer to a notice, or its report that it closed a file.
package struct NoticeAnswer: Verb {
  package typealias Answer = Nothing
  package static let name = "answerNotice"

  /// The notice that the program handled; nil with `leaves`.
  package var notice: Int?
  /// The reason why the program could not do it; nil for success.
  package var failure: String?
  /// The presenter whose file was closed.
  package var leaves: Int?
  /// The caller, whose connection has the presenter; not sent.
  package var caller = Caller.person

  private enum CodingKeys: String, CodingKey {
    case notice, failure, leaves
  }

  package init(notice: Int? = nil, failure: String? = nil, leaves: Int? = nil, caller: Caller = .person) {
    self.notice = notice
    self.failure = failure
    self.leaves = leaves
    self.caller = caller
  }
}
