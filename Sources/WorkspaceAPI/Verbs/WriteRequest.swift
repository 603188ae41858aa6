package import GitObjects

/// Requests one change: the only way for all changes other than saves.
package struct WriteRequest: Verb {
  package typealias Answer = WriteReceipt
  package static let name = "write"

  /// The file.
  package var path: String
  package var action: WriteAction
  /// The version token that the writer was given: the base of the write; `absent` (the zero id) means "must not exist".
  package var token: ObjectID?
  package var caller: Caller
  /// The fencing number of the claim for the write; the write is refused if the claim has ended.
  package var claim: Int64?
  /// Whether the content of `put` gets the line ends and the byte order mark of the present text, because agents send
  /// neither. Nil for no.
  package var keepsForm: Bool?
  /// Whether the change was computed from the whole text of the token, such as an edit or a patch; the caller need not
  /// have seen all of it. Nil for no.
  package var isEdited: Bool?
  /// The lines of the token's version that an edit replaces without quoting them: the caller must have received them.
  /// Nil for none.
  package var unquoted: [LineRange]?
  /// For `put`: whether the file is executable afterwards; nil for its present mode, or that of `modeOf`.
  package var isExecutable: Bool?
  /// For `put`: the file whose mode a new file gets; nil for the ordinary mode.
  package var modeOf: String?
  /// For `append`: the text with which a line of its own begins. The line begins after a line end, and is not written if
  /// a line of the file begins with the text. Nil for a text that is appended as it is.
  package var lineMark: String?
  /// For a write of the person: the author, as `Name <address>`, who wrote the text on another machine. Nil for the
  /// person of this one.
  package var person: String?
  /// The step of an agent's call that the request is; nil for none.
  package var step: CallStep?

  /// Creates a request.
  package init(path: String, action: WriteAction, token: ObjectID? = nil, caller: Caller = .person, claim: Int64? = nil)
  {
    self.path = path
    self.action = action
    self.token = token
    self.caller = caller
    self.claim = claim
  }

  /// The greatest length of the content of a write or batch in bytes: base64 makes four bytes of three, and a request
  /// has at most 64 MiB.
  package static let longestContent = 47 << 20

  /// Refuses a write whose content is larger than `longestContent`.
  package func checkSize() throws(VerbError) {
    guard let length = action.contentLength, length > Self.longestContent else { return }
    throw VerbError(
      .usage, "\(length) bytes are too many for one write (at most \(Self.longestContent)).",
      kept: "Nothing was changed.", next: "Save the file into the folder instead; it is recorded from there.",
      path: path)
  }

  /// Whether the whole present content is replaced by content that only the writer knows.
  package var replacesWhole: Bool {
    switch action {
    case .put, .copy, .delete: isEdited != true
    case .append, .edit, .move: false
    }
  }

  /// Returns the same write with the caller of the batch that it belongs to.
  package func by(_ caller: Caller) -> WriteRequest {
    var request = self
    request.caller = caller
    return request
  }
}
