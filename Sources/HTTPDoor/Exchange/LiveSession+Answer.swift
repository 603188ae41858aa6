extension LiveSession {
  /// What answers a message.
  struct Answer {
    /// The frames, in order; the sequence ends after the last.
    var frames: AsyncStream<Outgoing>
    /// The calls that it began.
    var keys: [Int]
    /// Whether a call tells how far it is, if it takes long.
    var mayStream: Bool
  }
}
