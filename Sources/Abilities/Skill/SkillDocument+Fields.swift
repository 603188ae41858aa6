package import WorkspaceAPI
internal import Documents

/// The fields of an ability in a `SKILL.md` file.
extension SkillDocument {
  /// The keys of the metadata, in the order of a new file.
  private enum Key: String {
    case id, label, icon, colorHex, planKey, sortOrder, isDefault, preferredTimeSlot
  }

  /// The key of the metadata with the template that an ability was made of.
  package static let templateKey = "template"

  /// The name in the front matter; nil if it is missing.
  package var name: String? { matter?["name"] }

  /// The description in the front matter; nil if it is missing.
  package var description: String? { matter?["description"] }

  /// The template that the ability was made of; nil if none is named.
  package var template: String? { metadata[Self.templateKey] }

  /// Whether the file says that it is a default; nil if it says nothing.
  var saysDefault: Bool? {
    switch metadata[Key.isDefault.rawValue] {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// Returns the fields; a file without a label has one made of its folder's name.
  package func ability(slug: String) -> AbilityRecord {
    func text(_ key: Key) -> String? { metadata[key.rawValue].flatMap { $0.isEmpty ? nil : $0 } }
    var ability = AbilityRecord(label: text(.label) ?? Self.label(of: slug), prompt: prompt)
    ability.id = text(.id).flatMap { AbilityID($0)?.text }
    ability.icon = text(.icon)
    ability.colorHex = text(.colorHex)
    ability.planKeyRaw = text(.planKey)
    ability.sortOrder = text(.sortOrder).flatMap { Int($0) }.flatMap(AbilityRecord.admitted)
    ability.isDefault = saysDefault == true
    ability.preferredTimeSlot = text(.preferredTimeSlot)
    return ability
  }

  private static func label(of slug: String) -> String {
    let words = slug.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return String(words.joined(separator: " ").prefix(AbilityRecord.longestLabel))
  }

  /// Returns the keys of the metadata with the fields of an ability.
  static func pairs(of ability: AbilityRecord) -> [(key: String, value: String?)] {
    let fields: [(Key, String?)] = [
      (.id, ability.id), (.label, ability.label), (.icon, ability.icon), (.colorHex, ability.colorHex),
      (.planKey, ability.planKeyRaw), (.sortOrder, ability.sortOrder.map(String.init)),
      (.isDefault, ability.isDefault ? "true" : "false"), (.preferredTimeSlot, ability.preferredTimeSlot),
    ]
    return fields.map { ($0.rawValue, $1) }
  }

  /// Changes the fields of a draft, and nothing else.
  ///
  /// - Throws: `VerbError` for a value that is not allowed, and a form that Stet does not change.
  package mutating func apply(_ draft: AbilityDraft) throws(VerbError) {
    try DraftRules.check(draft)
    let fields: [(Key, String?)] = [
      (.label, draft.label), (.icon, draft.icon), (.colorHex, draft.colorHex), (.planKey, draft.planKey),
      (.preferredTimeSlot, draft.preferredTimeSlot),
    ]
    for (key, value) in fields {
      if let value { try setMetadata(key.rawValue, to: value.isEmpty ? nil : value) }
    }
    if let description = draft.description { try set("description", to: description) }
    guard let prompt = draft.prompt else { return }
    let isDerived = draft.description == nil && description == DraftRules.description(of: self.prompt)
    setPrompt(DraftRules.trimmed(prompt))
    // A description that is written in another form stays as its author has it.
    if isDerived { try? set("description", to: DraftRules.description(of: self.prompt)) }
  }

  /// Sets the place in the list.
  ///
  /// - Throws: `VerbError` if the metadata is written in a form that Stet does not change.
  mutating func setSortOrder(_ order: Int) throws(VerbError) {
    try setMetadata(Key.sortOrder.rawValue, to: String(order))
  }

  /// Returns the problems of the file by the rules of Agent Skills and of the fields.
  package func problems(slug: String) -> [AbilityFinding] {
    guard let matter else {
      let what = hasMatter ? "The front matter cannot be read." : "The file has no front matter."
      return [AbilityFinding(rule: "file", what: what)]
    }
    var problems: [String] = []
    if let problem = AbilityName.problem(slug) { problems.append("The name of the folder is not allowed: \(problem).") }
    if matter["name"]?.utf8.elementsEqual(slug.utf8) != true {
      problems.append("'name' is not the name of the folder, \(slug).")
    }
    let description = matter["description"] ?? ""
    if description.isEmpty || description.unicodeScalars.count > DraftRules.longestDescription {
      problems.append("'description' needs 1 to \(DraftRules.longestDescription) characters.")
    }
    if let id = metadata[Key.id.rawValue], AbilityID(id) == nil { problems.append("The id '\(id)' is not a UUID.") }
    if let label = metadata[Key.label.rawValue], label.count > AbilityRecord.longestLabel {
      problems.append("The label '\(label)' has more than \(AbilityRecord.longestLabel) characters.")
    }
    if let order = metadata[Key.sortOrder.rawValue], Int(order).flatMap(AbilityRecord.admitted) == nil {
      problems.append("The sortOrder '\(order)' is no number up to 1000000000.")
    }
    if let slot = metadata[Key.preferredTimeSlot.rawValue], TimeSlot(rawValue: slot) == nil {
      problems.append("The preferredTimeSlot '\(slot)' is not morning, afternoon or evening.")
    }
    if prompt.isEmpty { problems.append("There is no prompt below the front matter.") }
    return problems.map { AbilityFinding(rule: "file", what: $0) }
  }
}
