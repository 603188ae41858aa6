extension LiveSession {
  /// The answer to a message.
  struct Answer {
    /// The frames in order; the sequence ends after the last.
    var frames: AsyncStream<Outgoing>
    /// The keys of the calls that the message started.
    var keys: [Int]
    /// Whether a call may report progress, so that the answer must be streamed.
    var mayStream: Bool
  }
}
