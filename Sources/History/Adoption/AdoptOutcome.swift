package import GitObjects

/// What became of an adoption.
package enum AdoptOutcome: Hashable, Sendable {
  /// The tip stands at the commit; where the turn was limited, files may still be on their way (`isAdopting`).
  case adopted
  /// Something was recorded meanwhile: plan again on this tip.
  case tipMoved(ObjectID?)
  /// These names are missing and not yet believed to be deleted (rule 4); nothing was changed. Try again soon.
  case waits([WorkspacePath])
}
