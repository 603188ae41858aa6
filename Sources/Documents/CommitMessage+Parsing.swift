extension CommitMessage {
  /// Parses a message; for one of Stet's, `text` returns it byte for byte.
  ///
  /// If a single-valued trailer occurs twice, the first one counts.
  package init(parsing message: String) {
    let lines = message.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String($0) ?? "" }
    let subject = lines.first ?? ""
    var rest = lines.dropFirst()
    while let last = rest.last, last.isBlank { rest.removeLast() }
    let start = rest.lastIndex { $0.isBlank }.map { $0 + 1 } ?? rest.startIndex
    // Without a blank line between, it would be the subject's own paragraph.
    let fields = start > rest.startIndex ? rest[start...].map(Self.field) : []
    guard let actor = fields.first(where: { $0?.key == .actor })??.value,
      let author = Self.author(kind: actor, fields: fields), !fields.contains(where: { $0 == nil })
    else {
      self.init(subject: subject, body: rest.joined(separator: "\n"), author: nil)
      return
    }
    self.init(subject: subject, body: rest[..<start].joined(separator: "\n"), author: author)
    for field in fields.compactMap(\.self) { take(field) }
  }

  /// Takes the message of a commit that another program made: all of it is text, whatever it looks like.
  package init(foreign message: String) {
    let lines = message.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 1).map { String($0) ?? "" }
    self.init(subject: lines.first ?? "", body: lines.dropFirst().first, author: nil)
  }

  /// One line of the trailer paragraph.
  private struct Field {
    var key: TrailerKey?
    var value: String
    var line: String
  }

  /// Parses a line `Key: value`; nil for another form.
  private static func field(_ line: String) -> Field? {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
    let name = line.utf8[..<colon]
    guard name.allSatisfy({ $0 == UInt8(ascii: "-") || isLetterOrDigit($0) }) else { return nil }
    var value = line.utf8[line.utf8.index(after: colon)...]
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    return Field(key: String(name).flatMap(TrailerKey.init), value: String(value) ?? "", line: line)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  private static func author(kind: String, fields: [Field?]) -> Author? {
    func value(_ key: TrailerKey) -> String? {
      fields.first { $0?.key == key }?.map { TrailerText.unescape($0.value) }
    }
    switch kind {
    case "user": return .user
    case "agent": return .agent(name: value(.agent) ?? "agent", session: value(.session))
    case "unsure": return .unsure(during: value(.during) ?? "")
    case "sync": return .sync
    default: return nil
    }
  }

  private mutating func take(_ field: Field) {
    let value = TrailerText.unescape(field.value)
    switch field.key {
    case .actor, .agent, .session, .during: break
    case .tool: tool = tool ?? value
    case .call: call = call ?? value
    case .model: model = model ?? value
    case .machine: machine = machine ?? value
    case .change: change = change ?? value
    case .conflict: conflicts.append(value)
    case .resolves: resolves.append(value)
    case .restores: restores = restores ?? value
    case .undoes: if let range = ChangeRange(trailer: value) { undoes.append(range) }
    case .renamed: if let rename = PathRename(trailer: field.value[...]) { renamed.append(rename) }
    case .foreign: if let commit = ForeignCommit(trailer: field.value) { foreign.append(commit) }
    case .unsealed: unsealed = unsealed ?? value
    case .audit: audit = audit ?? value
    // The seal is checked against the whole commit, not here.
    case .seal: break
    case nil: otherTrailers.append(field.line)
    }
  }
}

extension String {
  fileprivate var isBlank: Bool {
    utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
  }
}
