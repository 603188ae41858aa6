package import GitObjects

/// The result of an adoption.
package enum AdoptOutcome: Hashable, Sendable {
  /// The tip is at the commit; if the turn was limited, files may still have to be placed (`isAdopting`).
  case adopted
  /// Something was recorded meanwhile: plan again on this tip.
  case tipMoved(ObjectID?)
  /// These names are missing and not believed to be deleted yet (rule 4); nothing was changed. Retry soon.
  case waits([WorkspacePath])
}
