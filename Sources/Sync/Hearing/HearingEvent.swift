package import GitObjects

/// An event of a listener.
package enum HearingEvent: Hashable, Sendable {
  /// Changes are reported from now on.
  case ready
  /// The branch may have moved; to this commit, if it is known.
  case changed(ObjectID?)
  /// Changes are not reported from now on, until the next `ready`.
  case lost
  /// The remote does not support this method (no shell there), so it is polled from now on; the reason.
  case unsupported(String)
}
