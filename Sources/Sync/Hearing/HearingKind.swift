/// The way in which changes on the remote are detected.
package enum HearingKind: String, Hashable, Sendable {
  /// The remote's references are watched on this machine.
  case refs
  /// A small script on the server reports changes.
  case ssh
  /// The remote is polled.
  case polling
}
