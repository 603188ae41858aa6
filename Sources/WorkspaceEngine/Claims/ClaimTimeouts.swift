/// The timeouts of the workspace's own changes for claims of others, in nanoseconds.
struct ClaimTimeouts: Hashable, Sendable {
  /// The timeout of a write by an agent or a script; the write is refused then.
  var write: Int64 = 2_000_000_000
  /// The timeout of changes from other machines, for one claim in all; the changes are adopted then.
  var adoption: Int64 = 5_000_000_000
}
