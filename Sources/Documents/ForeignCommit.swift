/// A commit that git made while an agent's command ran, as a commit of Stet's names it for other machines.
package struct ForeignCommit: Hashable, Sendable {
  /// The commit's id.
  package var commit: String
  /// The session whose command ran.
  package var session: String

  /// Makes the name of one.
  package init(commit: String, session: String) {
    self.commit = commit
    self.session = session
  }

  /// Reads the value of a `Stet-Foreign` trailer, the id and the session; nil for any other text.
  init?(trailer value: String) {
    let words = value.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return nil }
    self.init(commit: words[0], session: TrailerText.unescape(words[1]))
  }

  /// The value of its trailer.
  var trailer: String { commit + " " + TrailerText.escape(session) }
}
