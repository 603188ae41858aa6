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
