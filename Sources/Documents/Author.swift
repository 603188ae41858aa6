/// Who made a change, decided by the door it came through.
package enum Author: Hashable, Sendable {
  /// The person: whoever saved with an editor, a shell or their own git.
  case user
  /// An agent that came through the agents' door, with its session where it named one.
  case agent(name: String, session: String?)
  /// Somebody, while an agent's shell command ran, or (with an empty session) in history that was lost: ranks as person.
  case unsure(during: String)
  /// Stet itself: a merge of two machines' work.
  case sync

  /// The word for it in trailers and in JSON: `user`, `agent`, `unsure`, `sync`.
  package var kind: String {
    switch self {
    case .user: "user"
    case .agent: "agent"
    case .unsure: "unsure"
    case .sync: "sync"
    }
  }

  /// Whether its words stand against an agent's (DESIGN "Merge": person or unsure before agent).
  package var ranksAsPerson: Bool {
    switch self {
    case .user, .unsure: true
    case .agent, .sync: false
    }
  }
}
