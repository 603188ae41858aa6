/// How long the workspace's own changes wait for claims of others, nanoseconds.
struct ClaimPatience: Hashable, Sendable {
  /// A write of an agent or a script; it is refused then.
  var write: Int64 = 2_000_000_000
  /// Changes from other machines, for one claim in all; they are taken then.
  var adoption: Int64 = 5_000_000_000
}
