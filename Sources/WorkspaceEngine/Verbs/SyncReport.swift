package import GitObjects

/// What a barrier found.
package struct SyncReport: Sendable, Codable {
  /// The tip.
  package var tip: ObjectID?
  /// Whether the remote has the tip; nil without a remote.
  package var published: Bool?
  /// How many saves this call recorded.
  package var recorded: Int

  /// Makes a report.
  package init(tip: ObjectID?, published: Bool?, recorded: Int) {
    self.tip = tip
    self.published = published
    self.recorded = recorded
  }
}
