internal import FoundationEssentials

/// The JSON form: `{"action":"put","content":"<base64>"}`; a list of numbers would be four times as long.
extension WriteAction {
  private enum Key: String, CodingKey {
    case action, content, old, new, everywhere, to, from, revision
  }

  private enum Name: String, Codable {
    case put, append, edit, delete, move, copy
  }

  /// Reads the JSON form.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(Name.self, forKey: .action) {
    case .put: self = .put([UInt8](try container.decode(Data.self, forKey: .content)))
    case .append: self = .append([UInt8](try container.decode(Data.self, forKey: .content)))
    case .edit:
      self = .edit(
        old: try container.decode(String.self, forKey: .old), new: try container.decode(String.self, forKey: .new),
        everywhere: try container.decodeIfPresent(Bool.self, forKey: .everywhere) ?? false)
    case .delete: self = .delete
    case .move: self = .move(to: try container.decode(String.self, forKey: .to))
    case .copy:
      self = .copy(
        from: try container.decode(String.self, forKey: .from),
        revision: try container.decodeIfPresent(String.self, forKey: .revision))
    }
  }

  /// Writes the JSON form.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .put(let bytes):
      try container.encode(Name.put, forKey: .action)
      try container.encode(Data(bytes), forKey: .content)
    case .append(let bytes):
      try container.encode(Name.append, forKey: .action)
      try container.encode(Data(bytes), forKey: .content)
    case .edit(let old, let new, let everywhere):
      try container.encode(Name.edit, forKey: .action)
      try container.encode(old, forKey: .old)
      try container.encode(new, forKey: .new)
      try container.encode(everywhere, forKey: .everywhere)
    case .delete:
      try container.encode(Name.delete, forKey: .action)
    case .move(let target):
      try container.encode(Name.move, forKey: .action)
      try container.encode(target, forKey: .to)
    case .copy(let source, let revision):
      try container.encode(Name.copy, forKey: .action)
      try container.encode(source, forKey: .from)
      try container.encodeIfPresent(revision, forKey: .revision)
    }
  }
}
