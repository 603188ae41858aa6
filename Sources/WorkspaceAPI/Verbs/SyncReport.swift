package import GitObjects

/// What a barrier found.
package struct SyncReport: Sendable, Codable {
  /// The tip.
  package var tip: ObjectID?
  /// Whether the remote has the tip; false where that is not known yet, or a person decided against it; nil without a
  /// remote.
  package var published: Bool?
  /// How many saves this call recorded.
  package var recorded: Int
  /// How many paths are recorded here and held back from the remote.
  package var held = 0
  /// How many paths on disk are not recorded, since nothing can record them: other repositories, sockets, odd names.
  package var left = 0
  /// How many questions are open, conflicts among them.
  package var questions = 0

  /// Makes a report.
  package init(tip: ObjectID?, published: Bool?, recorded: Int) {
    self.tip = tip
    self.published = published
    self.recorded = recorded
  }
}
