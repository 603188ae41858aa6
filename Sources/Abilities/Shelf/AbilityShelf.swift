package import WorkspaceAPI

/// The abilities of a workspace: its files, and the program's defaults that no file replaces.
///
/// A default lives in the program until it is changed: then it has a file with its fixed identity. The list of removed
/// defaults is a file too, so that everything about abilities is in files that git carries.
package struct AbilityShelf: Sendable {
  package static let folder = AbilityRecord.folder
  /// The file with the identities of removed defaults, one on each line.
  package static let removedList = "\(folder)/removed.txt"

  /// An ability with its place.
  package struct Item: Hashable, Sendable {
    /// The name of its folder.
    package var slug: String
    /// Its file; nil for an unchanged default.
    package var path: String?
    /// The content of its file; nil for an unchanged default.
    var file: SkillDocument?
    /// The nine fields.
    package var ability: AbilityRecord
    /// The purpose.
    package var description: String
    /// The template that it was made of; nil if unknown.
    package var template: String?

    /// The content of its file, or the one that a changed default gets.
    var document: SkillDocument { file ?? SkillDocument(name: slug, description: description, ability) }
  }

  /// The files of the folder.
  let files: [ShelfFile]
  /// The file with the list of removed defaults; nil if it does not exist.
  let removedFile: ShelfFile?
  /// The identities of removed defaults.
  let removed: Set<String>
  /// The abilities, by place and name.
  package let items: [Item]

  /// Reads the files of the folder.
  package init(_ files: [ShelfFile]) {
    self.files = files
    removedFile = files.first { $0.path.utf8.elementsEqual(Self.removedList.utf8) }
    removed = RemovedList.identities(removedFile?.bytes ?? [])
    var items = files.compactMap(Self.item)
    Self.markDefaults(&items)
    let taken = Set(items.filter(\.ability.isDefault).compactMap(\.ability.id))
    var slugs = Set(items.map(\.slug))
    for item in DefaultAbilities.items where !taken.contains(item.id) && !removed.contains(item.id) {
      let name = item.template.name
      let slug = AbilityName.make(of: Self.name(of: item, unlike: slugs), unlike: slugs)
      slugs.insert(slug)
      items.append(
        Item(
          slug: slug, path: nil, file: nil, ability: item.ability, description: item.template.description,
          template: name))
    }
    self.items = items.sorted { Self.key($0) < Self.key($1) }
  }

  private static func item(_ file: ShelfFile) -> Item? {
    guard let slug = ShelfFile.slug(of: file.path), let bytes = file.bytes else { return nil }
    let document = SkillDocument(bytes: bytes)
    var ability = document.ability(slug: slug)
    let item = DefaultAbilities.item(ability.id)
    // A copy under a name of its own is the person's: a reset replaces nothing else.
    ability.isDefault = document.saysDefault != false && item.map { isName(slug, of: $0) } == true
    return Item(
      slug: slug, path: file.path, file: document, ability: ability, description: document.description ?? "",
      template: (ability.isDefault ? item?.template.name : nil) ?? document.template)
  }

  /// Leaves one default of each identity, the one under its own name if there is one: the others are copies, which are
  /// the person's.
  private static func markDefaults(_ items: inout [Item]) {
    for item in DefaultAbilities.items {
      let copies = items.indices.filter { items[$0].ability.isDefault && items[$0].ability.id == item.id }
      let own = copies.first { items[$0].slug == item.template.name } ?? copies.first
      for index in copies where index != own { items[index].ability.isDefault = false }
    }
  }

  /// Returns the name of a default, or another one if an ability has it.
  static func name(of item: DefaultAbilities.Item, unlike used: Set<String>) -> String {
    let name = item.template.name
    return used.contains(name) ? name + "-default" : name
  }

  private static func isName(_ slug: String, of item: DefaultAbilities.Item) -> Bool {
    slug == item.template.name || slug.hasPrefix(item.template.name + "-default")
  }

  private static func key(_ item: Item) -> (Int, String) { (item.ability.sortOrder ?? .max, item.slug) }

  /// Returns the abilities as they are shown: those of the present part of the day first.
  package func sortedForDisplay(in slot: TimeSlot) -> [Item] {
    let isFirst: (Item) -> Bool = { $0.ability.preferredTimeSlot == slot.rawValue }
    return items.filter(isFirst) + items.filter { !isFirst($0) }
  }

  /// Returns the ability with a name; without one, the ability with this label, in any case.
  ///
  /// - Throws: `VerbError` if there is none, or several have the label.
  package func item(named name: String) throws(VerbError) -> Item {
    if let item = try known(name) { return item }
    throw VerbError.unknown("ability", name, among: items.map(\.slug), next: "'stet ability list' shows the abilities.")
  }

  /// Returns the ability with a name or a label; nil if there is none.
  ///
  /// - Throws: `VerbError` if several have the label.
  func known(_ name: String) throws(VerbError) -> Item? {
    if let item = items.first(where: { $0.slug.utf8.elementsEqual(name.utf8) }) { return item }
    let labelled = items.filter { $0.ability.label.lowercased() == name.lowercased() }
    guard labelled.count > 1 else { return labelled.first }
    throw VerbError(
      .usage, "The label '\(name)' is that of several abilities: \(labelled.map(\.slug).joined(separator: ", ")).",
      next: "Use one of these names.")
  }

  /// Returns the name of the ability that was made of a template; nil if there is none.
  package func installed(_ template: AbilityTemplate) -> String? {
    items.first { $0.template?.utf8.elementsEqual(template.name.utf8) == true }?.slug
  }

  /// Returns the problems of an ability's file and the rules that its prompt breaks.
  package func findings(of item: Item) -> [AbilityFinding] {
    var findings = item.file?.problems(slug: item.slug) ?? []
    if let id = item.ability.id, let other = items.first(where: { $0.ability.id == id && $0.slug != item.slug }) {
      findings.append(AbilityFinding(rule: "file", what: "The ability \(other.slug) has the same id."))
    }
    if let remark = item.ability.planKeyRaw.flatMap({ AbilityPlan.remark(on: $0) }) {
      findings.append(AbilityFinding(rule: "plan", what: remark))
    }
    return findings + PromptRules.findings(in: item.ability.prompt)
  }
}
