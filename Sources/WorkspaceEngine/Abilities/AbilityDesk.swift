internal import Abilities
internal import FolderKeeping
internal import GitObjects
internal import WorkTree
internal import WorkspaceAPI

/// Lists the abilities of the workspace and changes them by writes as any other.
struct AbilityDesk: Sendable {
  /// The recorder.
  let keeper: FolderKeeper
  /// Reads the abilities.
  let reader: AbilityReader
  /// Writes files.
  let writes: WriteDesk
  /// The audit log of agents' calls.
  let audit: AgentAudit

  /// Makes the desk of a workspace.
  init(
    keeper: FolderKeeper, permissions: AgentPermissions, writes: WriteDesk, audit: AgentAudit, time: any TimeSource
  ) {
    self.keeper = keeper
    self.writes = writes
    self.audit = audit
    reader = AbilityReader(keeper: keeper, permissions: permissions, time: time)
  }

  /// Returns the abilities in the order of the list, or one of them.
  func list(_ request: AbilitiesRequest) async throws(VerbError) -> AbilityList {
    func path(_ slug: String) -> String { "\(AbilityShelf.folder)/\(slug)/\(SkillDocument.fileName)" }
    guard let name = request.slug else {
      return try await audit.audited(
        "list", request.caller, AbilityShelf.folder, shown: { list, entry in entry.add(count: list.abilities.count) }
      ) { () async throws(VerbError) in try await abilities(request) }
    }
    return try await audit.audited(
      "read", request.caller, path(name), version: { $0.abilities.first?.token },
      // The caller may have named it by its label.
      shown: { list, entry in entry.path = list.abilities.first.map { path($0.slug) } }
    ) { () async throws(VerbError) in try await abilities(request) }
  }

  private func abilities(_ request: AbilitiesRequest) async throws(VerbError) -> AbilityList {
    let contents = try await reader.contents(for: request.caller)
    let slot = reader.timeSlot
    guard let slug = request.slug else {
      let items = contents.shelf.sortedForDisplay(in: slot)
      return AbilityList(timeSlot: slot.rawValue, abilities: items.map { report($0, contents) })
    }
    let item = try contents.shelf.item(named: slug)
    var found = report(item, contents)
    if request.resolves == true {
      found.resolved = await reader.resolve(item.ability.prompt, request.values ?? [:])
    }
    return AbilityList(timeSlot: slot.rawValue, abilities: [found])
  }

  private func report(_ item: AbilityShelf.Item, _ contents: AbilityReader.Contents) -> AbilityReport {
    AbilityReport(
      slug: item.slug, path: item.path, token: item.path.flatMap { contents.tokens[$0] }, ability: item.ability,
      description: item.description, arguments: KnownVariable.arguments(of: item.ability.prompt),
      findings: contents.shelf.findings(of: item))
  }

  /// Returns the templates of the gallery, with the abilities that were made of them.
  func gallery(_ request: AbilityGalleryRequest) async throws(VerbError) -> [AbilityTemplateReport] {
    let shelf = try await reader.contents(for: request.caller).shelf
    return AbilityGallery.templates.map { template in
      AbilityTemplateReport(
        name: template.name, ability: template.ability(id: nil, sortOrder: nil), description: template.description,
        installedAs: shelf.installed(template))
    }
  }

  /// Carries out a change of abilities as one commit.
  func change(_ order: AbilityOrder) async throws(VerbError) -> AbilityReceipt {
    let contents = try await reader.contents(for: order.caller)
    let change: AbilityShelf.Change
    do throws(VerbError) {
      var generator = SystemRandomNumberGenerator()
      change = try contents.shelf.change(order.change, using: &generator)
    } catch {
      var error = error
      error.kept = "Nothing was changed."
      throw error
    }
    let requests = change.edits.map { request(for: $0, contents, order.caller) }
    let receipts: [WriteReceipt]
    if let request = requests.first, requests.count == 1 {
      receipts = [try await writes.write(request)]
    } else {
      receipts = try await writes.writeTogether(BatchRequest(writes: requests, caller: order.caller))
    }
    let deleted = change.edits.filter { $0.bytes == nil }.compactMap { try? WorkspacePath(checking: $0.path) }
    await keeper.run { keeper in
      for path in deleted { keeper.recorder.tree.removeEmptyFolders(above: path) }
    }
    let commit = receipts.compactMap(\.commit).last
    var operation: String?
    if let commit { operation = await keeper.operationID(of: commit) }
    var receipt = AbilityReceipt(
      slug: change.slug, paths: change.edits.map(\.path), commit: commit, operation: operation, findings: [])
    if let slug = change.slug, !order.change.isRemoval {
      let shelf = try await reader.contents(for: order.caller).shelf
      receipt.findings = (try? shelf.item(named: slug)).map(shelf.findings) ?? []
      if order.change.isMove { receipt.order = self.order(of: shelf) }
    }
    if let remark = change.remark { receipt.findings.insert(AbilityFinding(rule: "name", what: remark), at: 0) }
    return receipt
  }

  /// Returns the order of abilities, as their places have it and as the list shows it.
  private func order(of shelf: AbilityShelf) -> AbilityReceipt.Order {
    let slot = reader.timeSlot
    return AbilityReceipt.Order(
      places: shelf.items.map(\.slug), listed: shelf.sortedForDisplay(in: slot).map(\.slug), timeSlot: slot.rawValue)
  }

  private func request(for edit: ShelfEdit, _ contents: AbilityReader.Contents, _ caller: Caller) -> WriteRequest {
    let token = contents.tokens[edit.path]
    let action: WriteAction = edit.bytes.map { .put($0) } ?? .delete
    var request = WriteRequest(
      path: edit.path, action: action, token: edit.bytes == nil ? token : token ?? .zero, caller: caller)
    // The change was computed from the whole text and replaces nothing else of it. The caller names an ability to
    // remove or to reset, not its text.
    request.isEdited = true
    return request
  }
}

extension AbilityOrder.Change {
  /// Whether the ability is gone afterwards.
  fileprivate var isRemoval: Bool {
    if case .remove = self { return true }
    return false
  }

  /// Whether it changes the order of the list.
  fileprivate var isMove: Bool {
    if case .move = self { return true }
    return false
  }
}
