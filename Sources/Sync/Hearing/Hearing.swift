/// A way to hear a remote: what it is, and how to begin.
package struct Hearing: Sendable {
  /// What it is.
  package let kind: HearingKind
  /// Begins to listen for changes of a branch; the stream ends when the remote can be heard no more, and the listening
  /// ends when the stream is dropped.
  package let listen: @Sendable (_ branch: String) -> AsyncStream<HearingEvent>

  /// Makes a way to hear.
  package init(kind: HearingKind, listen: @escaping @Sendable (_ branch: String) -> AsyncStream<HearingEvent>) {
    self.kind = kind
    self.listen = listen
  }
}
