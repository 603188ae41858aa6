internal import FoundationEssentials
package import GitObjects

/// Requests to resolve the conflicts of a path in a new commit.
package struct ResolveRequest: Verb, Hashable {
  package typealias Answer = ResolveReceipt
  package static let name = "resolve"

  /// The content of the file after the resolution.
  package enum Choice: Sendable, Hashable {
    /// The present content, also after an edit.
    case current
    /// The other version: in a text, its lines at the places of the conflict.
    case other
    /// Both: in a text, the lines of both; otherwise the other version is written beside the file.
    case both
    /// The given bytes.
    case content([UInt8])
  }

  /// The path, or a conflict's id.
  package var path: String
  /// The content of the file after the resolution.
  package var choice: Choice
  /// The caller; an agent is refused.
  package var caller: Caller
  /// The fencing number of the claim that the caller works under; the request is refused if the claim has ended.
  package var claim: Int64?

  package init(path: String, choice: Choice, caller: Caller = .person, claim: Int64? = nil) {
    self.path = path
    self.choice = choice
    self.caller = caller
    self.claim = claim
  }
}

/// The JSON form: `{"path","keep":"current|other|both|content","content":"<base64>","caller","claim"}`.
extension ResolveRequest {
  private enum Key: String, CodingKey {
    case path, keep, content, caller, claim
  }

  private enum Word: String, Codable {
    case current, other, both, content
  }

  /// Reads the JSON form.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    path = try container.decode(String.self, forKey: .path)
    caller = try container.decode(Caller.self, forKey: .caller)
    claim = try container.decodeIfPresent(Int64.self, forKey: .claim)
    switch try container.decode(Word.self, forKey: .keep) {
    case .current: choice = .current
    case .other: choice = .other
    case .both: choice = .both
    case .content: choice = .content([UInt8](try container.decode(Data.self, forKey: .content)))
    }
  }

  /// Writes the JSON form.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .path)
    try container.encode(caller, forKey: .caller)
    try container.encodeIfPresent(claim, forKey: .claim)
    switch choice {
    case .current: try container.encode(Word.current, forKey: .keep)
    case .other: try container.encode(Word.other, forKey: .keep)
    case .both: try container.encode(Word.both, forKey: .keep)
    case .content(let bytes):
      try container.encode(Word.content, forKey: .keep)
      try container.encode(Data(bytes), forKey: .content)
    }
  }
}

/// The result of resolving a path's conflicts.
package struct ResolveReceipt: Sendable, Codable {
  /// The commit that resolves them.
  package var commit: ObjectID?
  /// The resolved conflicts.
  package var settled: [String]
  /// The paths whose content changed.
  package var paths: [String]
  /// The number of open conflicts left in the workspace.
  package var remaining: Int

  package init(commit: ObjectID?, settled: [String], paths: [String], remaining: Int) {
    self.commit = commit
    self.settled = settled
    self.paths = paths
    self.remaining = remaining
  }
}
