package import WorkspaceAPI

/// The verbs about abilities.
extension Workspace {
  /// Returns the abilities in the order of the list, or one of them.
  package func abilities(_ request: AbilitiesRequest) async throws(VerbError) -> AbilityList {
    try await desks.abilities.list(request)
  }

  /// Returns the templates of the gallery.
  package func abilityGallery(_ request: AbilityGalleryRequest) async throws(VerbError) -> [AbilityTemplateReport] {
    try await desks.abilities.gallery(request)
  }

  /// Carries out a change of abilities as one commit.
  package func changeAbilities(_ order: AbilityOrder) async throws(VerbError) -> AbilityReceipt {
    try await desks.abilities.change(order)
  }

  /// Returns the recorded calls of models.
  package func usage(_ request: UsageRequest) async throws(VerbError) -> UsageReport {
    try await desks.history.usage.list(request)
  }
}
