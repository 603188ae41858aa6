internal import Documents
internal import FileSystem
internal import GitObjects
internal import Synchronization

/// The authors of commits that git made here, where their messages say something else or an agent's command ran: trailers
/// that somebody typed or copied are not believed.
///
/// Kept in `.git/stet/git-authors`, a commit a line.
final class GitAuthors: Sendable {
  private static let file = StoreFile("git-authors")
  /// So many are known, the newest.
  private static let most = 20_000

  private struct State {
    var order: [ObjectID] = []
    var authors: [ObjectID: Author] = [:]
  }

  private let tree: any FileTree
  private let state: Mutex<State>

  /// Reads them; none where they cannot be read.
  init(tree: any FileTree) {
    self.tree = tree
    let text = (try? tree.read(Self.file.location, limit: 1 << 24)).map { String(decoding: $0.bytes, as: UTF8.self) }
    var state = State()
    for line in (text ?? "").split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count > 1, let id = ObjectID(hex: words[0]) else { continue }
      state.order.append(id)
      state.authors[id] =
        words[1] == "unsure" ? .unsure(during: words.count > 2 ? TrailerText.unescape(words[2]) : "") : .user
    }
    self.state = Mutex(state)
  }

  /// The author of a commit, whatever its message says; nil for one that says it itself.
  func author(of id: ObjectID) -> Author? { state.withLock { $0.authors[id] } }

  /// Notes commits of git's; what cannot be kept is known until the stop.
  func note(_ ids: [ObjectID], by author: Author) {
    guard !ids.isEmpty else { return }
    let all = state.withLock { state in
      for id in ids where state.authors.updateValue(author, forKey: id) == nil { state.order.append(id) }
      for id in state.order.dropLast(Self.most) { state.authors[id] = nil }
      state.order = Array(state.order.suffix(Self.most))
      return state
    }
    let lines = all.order.map { id in
      if case .unsure(let during)? = all.authors[id] {
        "\(id.hex) unsure \(TrailerText.escape(during))\n"
      } else {
        "\(id.hex) user\n"
      }
    }
    try? Self.file.write(Array(lines.joined().utf8), durable: true, in: tree)
  }
}
