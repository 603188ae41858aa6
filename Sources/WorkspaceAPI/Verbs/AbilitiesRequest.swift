package import GitObjects

/// Requests the abilities in the order of the list, or one of them.
package struct AbilitiesRequest: Verb {
  package typealias Answer = AbilityList
  package static let name = "abilities"

  /// The ability, by its name or its label; nil for all.
  package var slug: String?
  /// Whether the prompt of the ability is wanted with the values of its variables; nil for no.
  package var resolves: Bool?
  /// Values for variables of the prompt, by name.
  package var values: [String: String]?
  /// The caller; an agent receives the abilities that the policy lets it read.
  package var caller: Caller

  package init(slug: String? = nil, resolves: Bool? = nil, values: [String: String]? = nil, caller: Caller = .person) {
    self.slug = slug
    self.resolves = resolves
    self.values = values
    self.caller = caller
  }
}

/// The abilities of a workspace in the order of the list.
package struct AbilityList: Sendable, Codable {
  /// The present part of the day, whose abilities come first.
  package var timeSlot: String
  package var abilities: [AbilityReport]

  package init(timeSlot: String, abilities: [AbilityReport]) {
    self.timeSlot = timeSlot
    self.abilities = abilities
  }
}

/// An ability with its place in the workspace.
package struct AbilityReport: Sendable, Codable {
  /// The name of its folder, by which commands name it.
  package var slug: String
  /// Its file; nil for a default of the program that the workspace does not change.
  package var path: String?
  /// The version token of the file.
  package var token: ObjectID?
  /// The nine fields.
  package var ability: AbilityRecord
  /// The purpose in a sentence or two.
  package var description: String
  /// The variables in the prompt that a caller may give values for.
  package var arguments: [String]
  /// The problems of the file, and the rules that the prompt breaks.
  package var findings: [AbilityFinding]
  /// The prompt with the values of its variables, if it was requested.
  package var resolved: ResolvedPrompt?

  package init(
    slug: String, path: String?, token: ObjectID?, ability: AbilityRecord, description: String, arguments: [String],
    findings: [AbilityFinding]
  ) {
    self.slug = slug
    self.path = path
    self.token = token
    self.ability = ability
    self.description = description
    self.arguments = arguments
    self.findings = findings
  }
}

/// A prompt with the values of its variables.
package struct ResolvedPrompt: Hashable, Sendable, Codable {
  /// The prompt.
  package var text: String
  /// The parts that are missing, each with the reason; empty if there are none.
  package var missing: [String]

  package init(text: String, missing: [String]) {
    self.text = text
    self.missing = missing
  }
}

/// A rule that an ability does not keep.
package struct AbilityFinding: Hashable, Sendable, Codable {
  /// The rule: `sources`, `synthesis`, `format`, `action`, `quantifiers` for the prompt; `file` for its file,
  /// `plan` for a plan that this version does not have, `name` for a name that is in use.
  package var rule: String
  /// The problem and its remedy.
  package var what: String

  package init(rule: String, what: String) {
    self.rule = rule
    self.what = what
  }
}
