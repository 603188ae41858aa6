package import WorkspaceAPI

/// The names of values that a person may give for a run: the variables of the prompt, and those of the plan. Pure.
package enum GivenValues {
  /// Refuses a value that the run would not use.
  ///
  /// - Parameters:
  ///   - values: the given values.
  ///   - prompt: the prompt of the ability.
  ///   - plan: its plan; nil for none.
  /// - Throws: `VerbError` that names the nearest known name, or the value that is missing beside the given one.
  package static func check(
    _ values: [String: String], prompt: String, plan: AbilityPlan?
  ) throws(VerbError) {
    let known = PromptVariables.names(in: prompt) + (plan?.values ?? [])
    for name in values.keys.sorted() where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      let names = known.isEmpty ? "It uses no values." : "It uses \(known.joined(separator: ", "))."
      throw VerbError.unknown(
        "value", name, among: known, kept: "Nothing was read or changed.", next: "\(names) Name one with --set.")
    }
    for (part, whole, kind) in [("due", "reminder", "TEXT"), ("amount", "habit", "NAME")]
    where plan?.values.contains(part) == true && values[part] != nil && values[whole] == nil {
      throw VerbError(
        .failed, "--set \(part) is given without --set \(whole).", kept: "Nothing was read or changed.",
        next: "Name it with --set \(whole)=\(kind).")
    }
  }
}

extension AbilityPlan {
  /// The names of the values that the plan uses besides the variables of a prompt.
  var values: [String] {
    let topics = steps.contains { $0.source == .notes } ? ["topic"] : []
    return switch change {
    case .recordHabits: topics + ["habit", "amount"]
    case .addReminder: topics + ["reminder", "due"]
    case nil: topics
    }
  }
}
