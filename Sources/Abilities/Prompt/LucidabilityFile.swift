internal import Values
package import WorkspaceAPI

/// A `.lucidability` file: one ability as JSON, with nine fields.
package enum LucidabilityFile {
  /// Returns the file of an ability.
  package static func write(_ ability: AbilityRecord) -> [UInt8] {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    let members: [(String, JSONValue)] = [
      ("id", text(ability.id)), ("label", .string(ability.label)), ("icon", text(ability.icon)),
      ("colorHex", text(ability.colorHex)), ("prompt", .string(ability.prompt)),
      ("planKeyRaw", text(ability.planKeyRaw)),
      ("sortOrder", ability.sortOrder.map { .number(String($0)) } ?? .null), ("isDefault", .bool(ability.isDefault)),
      ("preferredTimeSlot", text(ability.preferredTimeSlot)),
    ]
    let lines = members.map { name, value in "  \"\(name)\": " + String(decoding: value.line, as: UTF8.self) }
    return Array(("{\n" + lines.joined(separator: ",\n") + "\n}\n").utf8)
  }

  /// Reads the ability of a file; unknown fields are ignored.
  ///
  /// - Throws: `VerbError` if the file is not JSON, or a field has another type.
  package static func read(_ bytes: [UInt8]) throws(VerbError) -> AbilityRecord {
    guard let file = JSONValue(line: bytes), file.members != nil else {
      throw VerbError(
        .usage, "The file is not a JSON object.", next: "Name a file that 'stet ability export' made.")
    }
    guard let label = try text("label", in: file), let prompt = try text("prompt", in: file) else {
      throw VerbError(
        .usage, "The file has no label or no prompt.", next: "Name a file that 'stet ability export' made.")
    }
    var ability = AbilityRecord(label: label, prompt: prompt)
    if let id = try text("id", in: file) {
      guard let id = AbilityID(id) else { throw wrong("id", "a UUID") }
      ability.id = id.text
    }
    ability.icon = try text("icon", in: file)
    ability.colorHex = try text("colorHex", in: file)
    ability.planKeyRaw = try text("planKeyRaw", in: file)
    ability.preferredTimeSlot = try text("preferredTimeSlot", in: file)
    if let order = file["sortOrder"], order != .null {
      guard let number = order.integer.flatMap(AbilityRecord.admitted) else {
        throw wrong("sortOrder", "a number up to 1000000000")
      }
      ability.sortOrder = number
    }
    if let isDefault = file["isDefault"], isDefault != .null {
      guard let truth = isDefault.truth else { throw wrong("isDefault", "true or false") }
      ability.isDefault = truth
    }
    return ability
  }

  private static func text(_ name: String, in file: JSONValue) throws(VerbError) -> String? {
    guard let value = file[name], value != .null else { return nil }
    guard let text = value.text else { throw wrong(name, "a text") }
    return text.isEmpty ? nil : text
  }

  private static func wrong(_ field: String, _ kind: String) -> VerbError {
    VerbError(.usage, "The field \(field) of the file is not \(kind).")
  }
}
