internal import Models
internal import Sessions
internal import WorkspaceAPI

/// The provider and the limits with which a session runs. They are checked before a session begins, so that a mistake in
/// the person's settings is reported at once.
struct SessionSetUp: Sendable {
  /// The person's providers.
  let file: ProviderFile
  /// The provider of the session.
  let provider: Provider
  /// The limits of all sessions of the workspace together.
  let limits: SpendingLimits

  /// The sentence about a limit of money that holds only after each answer; nil without one.
  let warning: String?

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - tier: the class of model.
  ///   - isNew: whether the session has not begun yet.
  /// - Throws: `VerbError` for a mistake, without a provider, or if a limit of money cannot be kept; nothing is sent then.
  init(_ plan: SessionPlan, tier: ModelTier, isNew: Bool, _ context: CommandContext) throws(VerbError) {
    let kept = isNew ? "No session was begun." : "Session \(plan.id) is saved, and nothing was sent."
    let again = isNew ? "run it again" : "'stet session resume \(plan.id)'"
    do throws(VerbError) {
      file = try ProviderFile(environment: context.environment)
      limits = try SpendingFile.limits(environment: context.environment)
      guard let first = try file.chosen(plan.provider).first else {
        throw VerbError(
          .failed, "No provider of models is set up.",
          next: "Set one up in \(file.path) ('stet provider --help' has an example), then \(again).")
      }
      provider = first
      let model = provider.model(tier)
      // A headless agent reports its cost after each answer.
      let limit = plan.budget.cost ?? limits.day.cost ?? limits.workspace.cost
      let unpriced = model.price == nil ? limit : nil
      let (name, path) = (first.name, file.path)
      warning = unpriced.map { limit in
        "\(name) reports its cost only at the end: until then the limit of \(limit) is not enforced. With 'prices' in "
          + "\(path) it is stopped at the limit."
      }
      if let limit = unpriced, provider.kind != .command {
        throw VerbError(
          .failed, "No price is known for \(model.name), so that the limit of \(limit) cannot be kept.",
          next: "Add its price (0 if it is free) to 'prices' in \(file.path), then \(again).")
      }
    } catch {
      var error = error
      error.kept = kept
      throw error
    }
  }
}
