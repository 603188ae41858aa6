/// A file that somebody has open in an editor, according to the editor's lock or swap file.
package struct PresenceEntry: Sendable, Codable, Hashable {
  /// The file.
  package var path: String
  /// The editor, if it can be identified.
  package var program: String?
  package var user: String?
  /// The machine.
  package var host: String?
  /// The process on that machine.
  package var pid: Int32?
  /// Whether the process has ended and left its file; nil if that is unknown: no process is named, or it is on another
  /// machine.
  package var stale: Bool?

  package init(
    path: String, program: String? = nil, user: String? = nil, host: String? = nil, pid: Int32? = nil,
    stale: Bool? = nil
  ) {
    self.path = path
    self.program = program
    self.user = user
    self.host = host
    self.pid = pid
    self.stale = stale
  }
}

extension PresenceEntry {
  /// The path, and in brackets the known facts about the user.
  package var words: String {
    var facts = [program, user.map { user in host.map { "\(user) on \($0)" } ?? user }].compactMap(\.self)
    if let pid { facts.append("process \(pid)\(stale == true ? ", which has gone" : "")") }
    return facts.isEmpty ? path : "\(path) (\(facts.joined(separator: ", ")))"
  }
}
