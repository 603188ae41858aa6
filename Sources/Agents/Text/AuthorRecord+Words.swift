internal import GitObjects
internal import WorkspaceAPI

extension AuthorRecord {
  /// The author in words for an agent.
  var words: String {
    let name = name.map(ModelText.author)
    return switch kind {
    case "agent": "\(name ?? "an agent") (agent)"
    case "unsure": "\(name ?? "an unknown author") (unsure: while an agent was at work)"
    case "sync": "Stet"
    default: name ?? "the person"
    }
  }
}
