/// What a program says of a notice, or of a file it has open.
package struct NoticeAnswer: Verb {
  package typealias Answer = Nothing
  package static let name = "answerNotice"

  /// The notice that was done; nil with `leaves`.
  package var notice: Int?
  /// Why it could not be done; nil where it was.
  package var failure: String?
  /// The presenter whose file is open no more.
  package var leaves: Int?
  /// The caller, whose connection has the presenter; not sent.
  package var caller = Caller.person

  private enum CodingKeys: String, CodingKey {
    case notice, failure, leaves
  }

  /// Makes an answer.
  package init(notice: Int? = nil, failure: String? = nil, leaves: Int? = nil, caller: Caller = .person) {
    self.notice = notice
    self.failure = failure
    self.leaves = leaves
    self.caller = caller
  }
}
