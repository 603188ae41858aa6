package import GitObjects

/// Asks for one change: the one way in for everything that is not a save.
package struct WriteRequest: Verb {
  package typealias Answer = WriteReceipt
  package static let name = "write"

  /// The file.
  package var path: String
  /// What to do.
  package var action: WriteAction
  /// The version token the writer was given: the base of the write; `absent` (the zero id) says "must not exist".
  package var token: ObjectID?
  /// Who writes.
  package var caller: Caller
  /// The fencing number of the claim that it is made under: refused where that has ended.
  package var claim: Int64?
  /// Whether a whole text that is put gets the line ends and the byte order mark of the text that stands there: an agent
  /// sends neither. Missing for no.
  package var keepsForm: Bool?
  /// Whether the change was made from the whole text that the token names, of which the caller need not have been shown
  /// all: an edit, a patch. Missing for no.
  package var isEdited: Bool?
  /// For `put`: whether the file can be run afterwards; nil for what it is, or what `modeOf` is.
  package var isExecutable: Bool?
  /// For `put`: the file whose mode a new file gets; nil for an ordinary one.
  package var modeOf: String?
  /// Where it is a step of an agent's call that says so; nil for no.
  package var step: CallStep?

  /// Makes a request.
  package init(path: String, action: WriteAction, token: ObjectID? = nil, caller: Caller = .person, claim: Int64? = nil)
  {
    self.path = path
    self.action = action
    self.token = token
    self.caller = caller
    self.claim = claim
  }

  /// The longest content of a write or batch in bytes: base64 makes four bytes of three, and a request has at most 64 MiB.
  package static let longestContent = 47 << 20

  package func checkSize() throws(VerbError) {
    guard let length = action.contentLength, length > Self.longestContent else { return }
    throw VerbError(
      .usage, "\(length) bytes are too many for one write (at most \(Self.longestContent)).",
      kept: "Nothing was changed.", next: "Save the file into the folder instead; it is recorded from there.",
      path: path)
  }

  /// Whether all that stands there goes, and only what the writer knows takes its place.
  package var replacesWhole: Bool {
    switch action {
    case .put, .copy, .delete: isEdited != true
    case .append, .edit, .move: false
    }
  }

  /// The same, by whom the whole of which it is a part is.
  package func by(_ caller: Caller) -> WriteRequest {
    var request = self
    request.caller = caller
    return request
  }
}
