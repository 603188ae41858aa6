/// Requests a file's recorded content.
package struct ReadRequest: Verb {
  package typealias Answer = ReadResult
  package static let name = "read"
  package static let endsWithItsClient = true

  /// The file.
  package var path: String
  /// The caller; the workspace remembers the version that it served to an agent's session.
  package var caller: Caller
  /// The revision to read instead of the present one: a commit or anything stock git resolves.
  package var revision: String?
  /// Whether the reader shows nobody the text as it is: the version then does not count as served, for any caller.
  package var isUnseen: Bool?
  /// Whether a writing tool reads the text for its own write and shows it to nobody: a policy rule for that tool then
  /// applies to the write alone.
  package var isPreparation: Bool?
  /// The timeout in seconds for the download of a large file's content; 0 begins the download and does not wait, nil
  /// waits for the usual time.
  package var timeout: Double?
  /// The lines that the reader shows; nil for all. Of a large file only they are returned, so that the rest need not be
  /// in memory; any other file is returned whole.
  package var lines: LineRange?
  /// The letter of the first line to begin at, counted from 1; nil for its beginning.
  package var column: Int?
  /// The greatest number of letters that the reader shows: the answer is an excerpt of the lines. Nil for all.
  package var longest: Int?
  /// The form in which the reader shows the content: content of another form is left out, and does not count as served.
  /// In bytes, `longest` counts bytes, also of a text. Nil for either form.
  package var form: Form?
  /// The step of an agent's call that the request is; nil for none.
  package var step: CallStep?

  package init(path: String, caller: Caller = .person, revision: String? = nil, isUnseen: Bool? = nil) {
    self.path = path
    self.caller = caller
    self.revision = revision
    self.isUnseen = isUnseen
  }

  /// A form of content that a reader can show.
  package enum Form: String, Sendable, Codable {
    /// Texts only.
    case text
    /// Any content, in base64.
    case bytes
  }
}
