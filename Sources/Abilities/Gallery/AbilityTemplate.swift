package import WorkspaceAPI

/// A template of the gallery: an ability without an identity and a place in the list.
package struct AbilityTemplate: Hashable, Sendable {
  /// The name of the template, and of the folder of its abilities.
  package var name: String
  /// The label, at most 12 characters.
  package var label: String
  /// The name of an SF Symbol.
  package var icon: String
  /// The colour, `#RRGGBB`.
  package var colorHex: String
  /// The name of the plan that gathers facts for the prompt; nil if the agent chooses its tools itself.
  package var planKey: String?
  /// The part of the day in which it comes first; nil for none.
  package var timeSlot: TimeSlot?
  /// The purpose in a sentence.
  package var description: String
  package var prompt: String

  /// Creates a template.
  init(
    _ name: String, _ label: String, icon: String, _ colorHex: String, plan planKey: String? = nil,
    _ timeSlot: TimeSlot? = nil, description: String, prompt: String
  ) {
    self.name = name
    self.label = label
    self.icon = icon
    self.colorHex = colorHex
    self.planKey = planKey
    self.timeSlot = timeSlot
    self.description = description
    self.prompt = prompt
  }

  /// Returns an ability made of the template.
  ///
  /// - Parameters:
  ///   - id: its identity; nil for the template itself.
  ///   - sortOrder: its place in the list.
  package func ability(id: AbilityID?, sortOrder: Int?) -> AbilityRecord {
    var ability = AbilityRecord(label: label, prompt: prompt)
    ability.id = id?.text
    ability.icon = icon
    ability.colorHex = colorHex
    ability.planKeyRaw = planKey
    ability.sortOrder = sortOrder
    ability.preferredTimeSlot = timeSlot?.rawValue
    return ability
  }
}
