/// The nine fields of an ability, as a `.lucidability` file has them: a stored prompt with its place in the list.
package struct AbilityRecord: Hashable, Sendable, Codable {
  /// The folder of a workspace's abilities.
  package static let folder = "Abilities"

  /// The stable identity: a UUID in uppercase; nil for a file that names none.
  package var id: String?
  /// The name for people, at most 12 characters.
  package var label: String
  /// The name of an SF Symbol.
  package var icon: String?
  /// The colour of the icon, `#RRGGBB`.
  package var colorHex: String?
  /// The prompt, with its variables.
  package var prompt: String
  /// The name of the plan that gathers facts for the prompt; unknown names are kept. Nil for none.
  package var planKeyRaw: String?
  /// The place in the list: lower numbers come first; nil for the end.
  package var sortOrder: Int?
  /// Whether it is one of the program's default abilities, which `stet ability reset` restores.
  package var isDefault: Bool
  /// The part of the day in which it is listed first: `morning`, `afternoon` or `evening`; nil for none.
  package var preferredTimeSlot: String?

  /// Creates a record; the fields without arguments are empty.
  package init(label: String, prompt: String) {
    self.label = label
    self.prompt = prompt
    isDefault = false
  }

  /// Returns a place in the list; nil if it is beyond 1,000,000,000. Places are added and compared.
  package static func admitted(_ sortOrder: Int) -> Int? {
    (-1_000_000_000...1_000_000_000).contains(sortOrder) ? sortOrder : nil
  }

  /// The greatest length of a label in characters.
  package static let longestLabel = 12
}

/// The fields of a new ability, or those of an ability to change; nil keeps a field, and an empty text removes it.
package struct AbilityDraft: Hashable, Sendable, Codable {
  /// The name for people.
  package var label: String?
  package var prompt: String?
  /// The name of an SF Symbol.
  package var icon: String?
  /// The colour of the icon, `#RRGGBB`.
  package var colorHex: String?
  /// The name of the plan.
  package var planKey: String?
  /// The part of the day.
  package var preferredTimeSlot: String?
  /// The purpose in a sentence or two, by which programs choose the ability.
  package var description: String?

  /// Creates a draft without fields.
  package init() {}

  /// Whether it changes nothing.
  package var isEmpty: Bool { self == AbilityDraft() }
}
