package import GitObjects

/// What a listener says.
package enum HearingEvent: Hashable, Sendable {
  /// From here on changes are heard.
  case ready
  /// The branch may have moved; to this commit, where that is known.
  case changed(ObjectID?)
  /// From here on nothing is heard, until `ready` comes again.
  case lost
  /// The remote cannot be heard in this way at all (no shell there): it is polled from now on.
  case unsupported(String)
}
