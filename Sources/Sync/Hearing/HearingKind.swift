/// How changes on the remote are noticed.
package enum HearingKind: String, Hashable, Sendable {
  /// The remote's references are watched on this machine.
  case refs
  /// A small script on the server tells.
  case ssh
  /// The remote is asked now and then.
  case polling
}
