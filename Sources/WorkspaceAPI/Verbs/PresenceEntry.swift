/// A file that somebody has open in an editor, as the file says that the editor laid beside it.
package struct PresenceEntry: Sendable, Codable, Hashable {
  /// The file.
  package var path: String
  /// The editor, where it can be told.
  package var program: String?
  /// The user.
  package var user: String?
  /// The machine.
  package var host: String?
  /// The process on that machine.
  package var pid: Int32?
  /// Whether the process has gone and left its file; nil where that cannot be known: no process is named, or it is on
  /// another machine.
  package var stale: Bool?

  /// Makes an entry.
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
  /// The path, and in brackets what is known of who has it open.
  package var words: String {
    var facts = [program, user.map { user in host.map { "\(user) on \($0)" } ?? user }].compactMap(\.self)
    if let pid { facts.append("process \(pid)\(stale == true ? ", which has gone" : "")") }
    return facts.isEmpty ? path : "\(path) (\(facts.joined(separator: ", ")))"
  }
}
