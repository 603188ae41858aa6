extension HTTPServer {
  /// The session that a message belongs to.
  struct Found {
    /// The session.
    var session: LiveSession
    /// The id that it gets with this answer; nil where the client knows it, or needs none.
    var id: String?
  }

  /// A message that is turned away.
  struct Turned: Error {
    /// How.
    var refusal: Refusal
    /// The frame that says so, where it is no plain refusal.
    var frame: [UInt8]?

    /// Makes one.
    init(_ refusal: Refusal, frame: [UInt8]? = nil) {
      self.refusal = refusal
      self.frame = frame
    }
  }
}
