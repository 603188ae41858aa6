extension CommitMessage {
  /// The whole message of the commit, with a trailing newline.
  package var text: String {
    var parts = [subject]
    if let body { parts.append(body) }
    let trailers = trailerLines
    if !trailers.isEmpty { parts.append(trailers.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var trailerLines: [String] {
    var lines: [String] = []
    func add(_ key: TrailerKey, _ value: String?) {
      if let value { lines.append(Self.line(key, TrailerText.escape(value))) }
    }
    guard let author else { return [] }
    add(.actor, author.kind)
    switch author {
    case .agent(let name, let session):
      add(.agent, name)
      add(.session, session)
    case .unsure(let during): add(.during, during.isEmpty ? nil : during)
    case .user, .sync: break
    }
    add(.tool, tool)
    add(.call, call)
    add(.model, model)
    add(.machine, machine)
    add(.change, change)
    for conflict in conflicts { add(.conflict, conflict) }
    for id in resolves { add(.resolves, id) }
    add(.restores, restores)
    for range in undoes { add(.undoes, range.trailer) }
    for rename in renamed { lines.append(Self.line(.renamed, rename.trailer)) }
    for commit in foreign { lines.append(Self.line(.foreign, commit.trailer)) }
    add(.unsealed, unsealed)
    add(.audit, audit)
    return lines + otherTrailers
  }

  private static func line(_ key: TrailerKey, _ value: String) -> String {
    value.isEmpty ? key.rawValue + ":" : key.rawValue + ": " + value
  }
}
