extension HTTPServer {
  /// The session of a message.
  struct Found {
    /// The session.
    var session: LiveSession
    /// The new session's id to send with this answer; nil if the client knows it, or needs none.
    var id: String?
  }

  /// The refusal of a message.
  struct Turned: Error {
    /// The refusal.
    var refusal: Refusal
    /// The frame to answer with, if it is more than a plain refusal.
    var frame: [UInt8]?

    /// Creates a refusal.
    init(_ refusal: Refusal, frame: [UInt8]? = nil) {
      self.refusal = refusal
      self.frame = frame
    }
  }
}
