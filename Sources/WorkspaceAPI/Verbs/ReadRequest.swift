/// Asks for a file's recorded content.
package struct ReadRequest: Verb {
  package typealias Answer = ReadResult
  package static let name = "read"
  package static let endsWithItsClient = true

  /// The file.
  package var path: String
  /// Who reads; an agent's session remembers which version it was served.
  package var caller: Caller
  /// A revision to read instead of the present one: a commit or anything stock git resolves.
  package var revision: String?
  /// Whether the reader only computes with it and shows nobody the text: then it is not remembered as served, whoever
  /// the caller turns out to be.
  package var isUnseen: Bool?
  /// How many seconds to wait where the content of a large file must come first; 0 begins that and does not wait, nil
  /// waits as long as is usual.
  package var patience: Double?
  /// The lines that the reader is shown; nil for all. Of a large file only they are given, so that the rest of it need
  /// not be in memory; of any other file all is.
  package var lines: LineRange?
  /// The letter of the first of the lines to begin at, counted from 1; nil for its beginning.
  package var column: Int?
  /// How many letters the reader is shown at most: the answer is an excerpt of the lines. Nil for all.
  package var longest: Int?
  /// Where it is a step of an agent's call that says so; nil for no.
  package var step: CallStep?

  /// Makes a request.
  package init(path: String, caller: Caller = .person, revision: String? = nil, isUnseen: Bool? = nil) {
    self.path = path
    self.caller = caller
    self.revision = revision
    self.isUnseen = isUnseen
  }
}
