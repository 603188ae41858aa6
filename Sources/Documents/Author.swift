package import GitObjects

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

extension Author {
  /// The author name of Stet's own merges.
  package static let syncName = "Stet"

  /// Returns the name on the commit: the agent's, Stet's, or the person's (also for an unsure author).
  package func signatureName(person: String) -> String {
    switch self {
    case .user, .unsure: person
    case .agent(let name, _): name
    case .sync: Self.syncName
    }
  }

  /// Returns the mail address on the commit; agents get one that can never receive mail (RFC 2606).
  package func signatureEmail(person: String) -> String {
    switch self {
    case .user, .unsure: person
    case .agent(let name, _): "\(Self.slug(of: name))@agents.invalid"
    case .sync: "stet@agents.invalid"
    }
  }

  /// Returns the lower-case ASCII letters and digits of a name with one `-` for everything between them; `agent` if
  /// none is left.
  package static func slug(of name: String) -> String {
    var slug = ""
    var gap = false
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if gap, !slug.isEmpty { slug += "-" }
        gap = false
        slug.unicodeScalars.append(Unicode.Scalar(byte < 0x60 && byte > 0x40 ? byte | 0x20 : byte))
      default: gap = true
      }
    }
    return slug.isEmpty ? "agent" : String(slug.prefix(48))
  }
}

extension AuthorRecord {
  /// Creates a record of an author.
  ///
  /// - Parameters:
  ///   - author: the author of the change.
  ///   - personName: the name that stands for `user` and `unsure`, as the commit's author line has it.
  package init(_ author: Author, personName: String?) {
    switch author {
    case .user: self.init(kind: author.kind, name: personName, session: nil)
    case .agent(let agent, let session): self.init(kind: author.kind, name: agent, session: session)
    case .unsure(let during):
      self.init(kind: author.kind, name: personName, session: during.isEmpty ? nil : during)
    case .sync: self.init(kind: author.kind, name: Author.syncName, session: nil)
    }
  }
}
