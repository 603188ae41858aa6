/// The author of a change, decided by its entry point.
package enum Author: Hashable, Sendable {
  /// The person, who saved with an editor, a shell or their own git.
  case user
  /// An agent that used the agents' entry point, with its session if it named one.
  case agent(name: String, session: String?)
  /// An unknown author, during an agent's shell command or (with an empty session) in lost history: ranks as person.
  case unsure(during: String)
  /// Stet itself: a merge of two machines' work.
  case sync

  /// The word in trailers and JSON: `user`, `agent`, `unsure`, `sync`.
  package var kind: String {
    switch self {
    case .user: "user"
    case .agent: "agent"
    case .unsure: "unsure"
    case .sync: "sync"
    }
  }

  /// Whether the author's words win against an agent's (DESIGN "Merge": person or unsure before agent).
  package var ranksAsPerson: Bool {
    switch self {
    case .user, .unsure: true
    case .agent, .sync: false
    }
  }
}
