/// A listener for changes on a remote.
package struct Hearing: Sendable {
  /// The method of detection.
  package let kind: HearingKind
  /// Starts to listen for changes of a branch. The stream ends when changes can no longer be detected; the listener
  /// stops when the stream is dropped.
  package let listen: @Sendable (_ branch: String) -> AsyncStream<HearingEvent>

  /// Makes a listener.
  package init(kind: HearingKind, listen: @escaping @Sendable (_ branch: String) -> AsyncStream<HearingEvent>) {
    self.kind = kind
    self.listen = listen
  }
}
