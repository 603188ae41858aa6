package import WorkspaceAPI

/// The changes of files for a change of abilities.
extension AbilityShelf {
  /// The changed files, and the ability that they concern.
  package struct Change: Hashable, Sendable {
    /// The changed files; empty if nothing has to change.
    package var edits: [ShelfEdit]
    /// The ability; nil for a change of several.
    package var slug: String?
    /// A remark for the person; nil for none.
    package var remark: String?
  }

  /// Returns the changes of files for a change; nothing is changed here.
  ///
  /// - Throws: `VerbError` if the change is not possible.
  package func change(
    _ change: AbilityOrder.Change, using generator: inout some RandomNumberGenerator
  ) throws(VerbError) -> Change {
    switch change {
    case .add(let draft, let slug): try add(draft, slug, using: &generator)
    case .edit(let slug, let draft): try edit(try item(named: slug), draft)
    case .remove(let slug): remove(try item(named: slug))
    case .move(let slug, let isBefore, let other):
      try move(try item(named: slug), isBefore: isBefore, try item(named: other))
    case .reset(let slug): try reset(slug)
    case .install(let name): try install(name, using: &generator)
    case .adopt(let ability): try adopt(ability, using: &generator)
    }
  }

  private var slugs: Set<String> {
    // A folder without an ability has a name that is in use, too.
    Set(items.map(\.slug) + files.compactMap { $0.path.split(separator: "/").dropFirst().first.map(String.init) })
  }

  /// The place at the end of the list; nil, which is behind all places, if there is no greater one.
  private var lastPlace: Int? {
    AbilityRecord.admitted((items.compactMap(\.ability.sortOrder).max() ?? 0) / 10 * 10 + 10)
  }

  private static func path(_ slug: String) -> String { "\(folder)/\(slug)/\(SkillDocument.fileName)" }

  private func added(
    _ ability: AbilityRecord, slug: String, _ description: String, template: String? = nil
  ) -> Change {
    let document = SkillDocument(name: slug, description: description, ability, template: template)
    return Change(edits: [ShelfEdit(path: Self.path(slug), bytes: document.bytes)], slug: slug)
  }

  private func add(
    _ draft: AbilityDraft, _ slug: String?, using generator: inout some RandomNumberGenerator
  ) throws(VerbError) -> Change {
    guard let label = draft.label, let prompt = draft.prompt else {
      throw VerbError(.usage, "A new ability needs a label and a prompt.")
    }
    try DraftRules.check(draft)
    if let slug {
      if let problem = AbilityName.problem(slug) {
        throw VerbError(.usage, "'\(slug)' cannot be the name of an ability: \(problem).")
      }
      guard !slugs.contains(slug) else {
        throw VerbError(
          .usage, "There is something named '\(slug)' in \(Self.folder).", next: "Choose another name.",
          path: Self.path(slug))
      }
    }
    func given(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
    var ability = AbilityRecord(label: label, prompt: DraftRules.trimmed(prompt))
    ability.id = AbilityID(using: &generator).text
    ability.icon = given(draft.icon)
    ability.colorHex = given(draft.colorHex)
    ability.planKeyRaw = given(draft.planKey)
    ability.preferredTimeSlot = given(draft.preferredTimeSlot)
    ability.sortOrder = lastPlace
    let description = draft.description ?? DraftRules.description(of: ability.prompt)
    return added(ability, slug: slug ?? AbilityName.make(of: label, unlike: slugs), description)
  }

  private func edit(_ item: Item, _ draft: AbilityDraft) throws(VerbError) -> Change {
    var document = item.document
    do throws(VerbError) { try document.apply(draft) } catch {
      var fault = error
      if fault.code == .failed { fault.path = item.path }
      throw fault
    }
    let isSame = item.path != nil && document == item.document
    return Change(edits: isSame ? [] : [edit(item, document)], slug: item.slug)
  }

  private func edit(_ item: Item, _ document: SkillDocument) -> ShelfEdit {
    ShelfEdit(path: item.path ?? Self.path(item.slug), bytes: document.bytes)
  }

  private func remove(_ item: Item) -> Change {
    let prefix = "\(Self.folder)/\(item.slug)/"
    var edits: [ShelfEdit] = []
    if item.path != nil {
      edits = files.filter { $0.path.utf8.starts(with: prefix.utf8) }.map { ShelfEdit(path: $0.path, bytes: nil) }
    }
    if item.ability.isDefault, let id = item.ability.id, !removed.contains(id),
      let standard = DefaultAbilities.item(id)
    {
      edits.append(ShelfEdit(path: Self.removedList, bytes: RemovedList.adding(standard, to: removedFile?.bytes)))
    }
    return Change(edits: edits, slug: item.slug)
  }

  private func move(_ item: Item, isBefore: Bool, _ other: Item) throws(VerbError) -> Change {
    guard item.slug != other.slug else {
      throw VerbError(.usage, "An ability cannot be moved beside itself.", next: "Name another ability.")
    }
    var order = items.filter { $0.slug != item.slug }
    guard let place = order.firstIndex(where: { $0.slug == other.slug }) else { return Change(edits: []) }
    let index = isBefore ? place : place + 1
    order.insert(item, at: index)
    let before = index > 0 ? order[index - 1].ability.sortOrder ?? .max : 0
    let after = index + 1 < order.count ? order[index + 1].ability.sortOrder ?? .max : .max
    // Between two neighbours if there is room, so that one file changes; else others get new places too.
    if before < .max {
      let free = after == .max ? before + 10 : before + (after - before) / 2
      if free > before, free < after, AbilityRecord.admitted(free) != nil {
        return Change(edits: [try placed(item, free)], slug: item.slug)
      }
    }
    return Change(edits: try places(in: order), slug: item.slug)
  }

  /// Returns the changes that give abilities increasing places in an order. A file whose place cannot be changed keeps
  /// it, and the others are placed around it.
  ///
  /// - Throws: `VerbError` that names such a file if its place does not allow the order.
  private func places(in order: [Item]) throws(VerbError) -> [ShelfEdit] {
    var edits: [ShelfEdit] = []
    var place: Int?
    // The next ability whose place stays, from the present one on.
    var fixed = 0
    for (index, item) in order.enumerated() {
      while fixed < order.count, fixed < index || (try? placed(order[fixed], -1)) != nil { fixed += 1 }
      let limit = fixed < order.count ? order[fixed].ability.sortOrder ?? .max : .max
      if index == fixed {
        guard place.map({ limit > $0 }) != false else { throw unmovable(item) }
        place = limit
        guard limit == .max else { continue }
        // Behind all places the names decide.
        let rest = order[index...]
        guard zip(rest, rest.dropFirst()).allSatisfy({ $1.ability.sortOrder == nil && $0.slug < $1.slug }) else {
          throw unmovable(item)
        }
        return edits
      }
      var last = place ?? 0
      let room = (limit == .max ? 1_000_000_000 : limit) - last
      let step = min(10, room / (fixed - index + 1))
      guard step > 0 else { throw unmovable(order[min(fixed, order.count - 1)]) }
      last += step
      place = last
      if item.ability.sortOrder != last { edits.append(try placed(item, last)) }
    }
    return edits
  }

  /// Returns the change of an ability's place.
  private func placed(_ item: Item, _ place: Int) throws(VerbError) -> ShelfEdit {
    var document = item.document
    do throws(VerbError) { try document.setSortOrder(place) } catch {
      var fault = error
      fault.path = item.path
      throw fault
    }
    return edit(item, document)
  }

  private func unmovable(_ item: Item) -> VerbError {
    VerbError(
      .failed, "The place of the ability '\(item.slug)' in the list cannot be changed, and the order needs that.",
      next: "Correct the lines between the two '---' of its file in an editor.", path: item.path)
  }

  private func reset(_ slug: String?) throws(VerbError) -> Change {
    guard let slug else {
      var edits = items.filter { $0.ability.isDefault }.compactMap(\.path).map { ShelfEdit(path: $0, bytes: nil) }
      if removedFile != nil {
        edits.append(ShelfEdit(path: Self.removedList, bytes: nil))
      }
      return Change(edits: edits)
    }
    if let item = items.first(where: { $0.slug.utf8.elementsEqual(slug.utf8) }), item.ability.isDefault {
      return reset(item)
    }
    // The name of a default may be the label of another ability.
    if let item = DefaultAbilities.item(named: slug) {
      if removed.contains(item.id) { return restored(item) }
      if let item = items.first(where: { $0.ability.isDefault && $0.ability.id == item.id }) { return reset(item) }
    }
    guard let item = try known(slug), item.ability.isDefault else {
      throw VerbError(
        .notFound, "'\(slug)' is not a default ability.", next: "'stet ability gallery' shows the defaults.")
    }
    return reset(item)
  }

  private func reset(_ item: Item) -> Change {
    Change(edits: item.path.map { [ShelfEdit(path: $0, bytes: nil)] } ?? [], slug: item.slug)
  }

  /// Returns the change that takes a default off the list of the removed ones.
  private func restored(_ item: DefaultAbilities.Item) -> Change {
    guard removed.contains(item.id), let list = removedFile?.bytes
    else { return Change(edits: [], slug: item.template.name) }
    let left = RemovedList.removing(item.id, from: list)
    return Change(edits: [ShelfEdit(path: Self.removedList, bytes: left)], slug: item.template.name)
  }

  private func install(_ name: String, using generator: inout some RandomNumberGenerator) throws(VerbError) -> Change {
    guard let template = AbilityGallery.template(named: name) else {
      throw VerbError.unknown(
        "template", name, among: AbilityGallery.templates.map(\.name), next: "'stet ability gallery' shows them.")
    }
    if let present = installed(template) {
      throw VerbError(
        .usage, "The template '\(name)' is installed already, as the ability '\(present)'.",
        next: "'stet ability edit \(present)' changes it.")
    }
    if let item = DefaultAbilities.item(named: template.name) { return restored(item) }
    let ability = template.ability(id: AbilityID(using: &generator), sortOrder: lastPlace)
    return added(ability, slug: AbilityName.make(of: name, unlike: slugs), template.description, template: name)
  }

  private func adopt(
    _ ability: AbilityRecord, using generator: inout some RandomNumberGenerator
  ) throws(VerbError) -> Change {
    var draft = AbilityDraft()
    (draft.label, draft.prompt, draft.icon, draft.colorHex) =
      (ability.label, ability.prompt, ability.icon, ability.colorHex)
    (draft.planKey, draft.preferredTimeSlot) = (ability.planKeyRaw, ability.preferredTimeSlot)
    try DraftRules.check(draft)
    var ability = ability
    ability.prompt = DraftRules.trimmed(ability.prompt)
    ability.id = ability.id ?? AbilityID(using: &generator).text
    ability.sortOrder = ability.sortOrder ?? lastPlace
    let standard = DefaultAbilities.item(ability.id)
    ability.isDefault = standard != nil
    if let present = items.first(where: { $0.ability.id == ability.id }), let path = present.path {
      throw VerbError(
        .usage, "The ability '\(present.slug)' has the id of this one.",
        next: "Remove it first: 'stet ability remove \(present.slug)'.", path: path)
    }
    // The ability takes the place of the unchanged default that has its identity, and no other one's.
    let replaced = items.first { $0.path == nil && $0.ability.id == ability.id }?.slug
    let used = slugs.subtracting([replaced].compactMap { $0 })
    let wanted = standard.map { Self.name(of: $0, unlike: used) } ?? ability.label
    let description = standard?.template.description ?? DraftRules.description(of: ability.prompt)
    let slug = AbilityName.make(of: wanted, unlike: used)
    var change = added(ability, slug: slug, description)
    if let name = standard?.template.name, name != slug {
      change.remark = "The name '\(name)' is in use, so that the default is named '\(slug)'."
    }
    return change
  }
}
