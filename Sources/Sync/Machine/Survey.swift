internal import GitObjects

/// The state of both sides before a step.
struct Survey: Hashable, Sendable {
  /// The permission to publish the unpublished versions.
  enum Gate: Hashable, Sendable {
    /// They may be published.
    case open
    /// It is not known yet.
    case unknown
    /// It could not be found out; the reason.
    case failed(String)
    /// They must not be published; the reason.
    case forbidden(String)
  }

  /// The recorder's tip.
  var tip: ObjectID?
  /// Whether refused versions were removed from the unpublished commits, so that the rest of this survey is not filled in.
  var isWithheld = false
  /// The next step if nothing else is to be considered.
  var plan = SyncPlan.nothing
  /// The permission to publish the unpublished versions.
  var gate = Gate.open
  /// The permission to publish the folder.
  var publication = PublicationRule.open
  /// Commits that another machine could not publish and that the tip lacks.
  var inbox: ObjectID?
  /// Whether another machine is expected to take the tip's commits from the inbox: a merge made here meanwhile would
  /// only be merged again.
  var isAwaited = false
}
