package import GitObjects

/// Requests a change of abilities, which is one commit.
package struct AbilityOrder: Verb {
  package typealias Answer = AbilityReceipt
  package static let name = "changeAbilities"

  package enum Change: Hashable, Sendable, Codable {
    /// Adds an ability at the end of the list, in a folder with this name; without one, its name is made of the label.
    case add(AbilityDraft, slug: String?)
    /// Changes fields of an ability.
    case edit(slug: String, AbilityDraft)
    /// Removes an ability with all files of its folder.
    case remove(slug: String)
    /// Moves an ability in the list, directly before or after another.
    case move(slug: String, isBefore: Bool, other: String)
    /// Restores the defaults of the program, or one of them.
    case reset(slug: String?)
    /// Adds an ability from a template of the gallery.
    case install(template: String)
    /// Adds an ability from the fields of a `.lucidability` file.
    case adopt(AbilityRecord)
  }

  package var change: Change
  package var caller: Caller

  package init(_ change: Change, caller: Caller = .person) {
    self.change = change
    self.caller = caller
  }
}

/// The result of a change of abilities.
package struct AbilityReceipt: Sendable, Codable {
  /// The ability; nil for a change of several.
  package var slug: String?
  /// The files that changed.
  package var paths: [String]
  /// The commit; nil if nothing had to change.
  package var commit: ObjectID?
  /// The id of the change for `stet undo`; nil if nothing had to change.
  package var operation: String?
  /// The rules that the ability does not keep now.
  package var findings: [AbilityFinding]
  /// The order of the abilities after a move; nil after another change.
  package var order: Order?

  /// The names of the abilities in an order.
  package struct Order: Hashable, Sendable, Codable {
    /// The abilities by their places.
    package var places: [String]
    /// The abilities as the list shows them: those of the present part of the day first.
    package var listed: [String]
    /// The present part of the day.
    package var timeSlot: String

    package init(places: [String], listed: [String], timeSlot: String) {
      self.places = places
      self.listed = listed
      self.timeSlot = timeSlot
    }
  }

  package init(slug: String?, paths: [String], commit: ObjectID?, operation: String?, findings: [AbilityFinding]) {
    self.slug = slug
    self.paths = paths
    self.commit = commit
    self.operation = operation
    self.findings = findings
  }
}

/// Requests the templates of the gallery.
package struct AbilityGalleryRequest: Verb {
  package typealias Answer = [AbilityTemplateReport]
  package static let name = "abilityGallery"

  package var caller: Caller

  package init(caller: Caller = .person) { self.caller = caller }
}

/// A template of the gallery: an ability without an identity and a place.
package struct AbilityTemplateReport: Hashable, Sendable, Codable {
  /// The template's name.
  package var name: String
  /// The fields of its abilities, without `id` and `sortOrder`.
  package var ability: AbilityRecord
  /// The purpose in a sentence or two.
  package var description: String
  /// The ability that was made of it; nil if there is none.
  package var installedAs: String?

  package init(name: String, ability: AbilityRecord, description: String, installedAs: String?) {
    self.name = name
    self.ability = ability
    self.description = description
    self.installedAs = installedAs
  }
}
