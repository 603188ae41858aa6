/// The result of the check whether this process may go on with a session.
package enum SessionHold: Hashable, Sendable {
  /// It may: the session does not travel, or this machine holds its lease.
  case held
  /// It must stop, for this reason.
  case lost(String)
}
