internal import FoundationEssentials

/// The effect of a write on its path.
package enum WriteAction: Sendable, Codable, Hashable {
  /// Replaces the content by these bytes (base64 in JSON). Creates the file and its folders if they are missing.
  case put([UInt8])
  /// Appends these bytes by a real `O_APPEND` write; creates the file if it is missing.
  case append([UInt8])
  /// Replaces a text that must occur exactly once (all occurrences with `everywhere`).
  case edit(old: String, new: String, everywhere: Bool)
  /// Deletes the file; its versions stay in history.
  case delete
  /// Moves the file or folder to a path that must not exist.
  case move(to: String)
  /// Copies the content and mode of a file, which may be the same one, from a revision (nil: its present version). The
  /// revision is a commit, anything stock git resolves, or the token of a version of the other file.
  case copy(from: String, revision: String?)

  /// The length of the bytes that a request carries in base64; nil for an action without content.
  package var contentLength: Int? {
    switch self {
    case .put(let bytes), .append(let bytes): bytes.count
    case .edit, .delete, .move, .copy: nil
    }
  }
}

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
