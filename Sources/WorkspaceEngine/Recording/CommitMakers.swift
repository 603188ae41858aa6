internal import Documents
internal import FileSystem
internal import GitObjects
internal import Synchronization

/// What is known of who made commits beside what they say themselves.
///
/// A commit that git made here while an agent's command ran is kept in `.git/stet/git-authors`, a commit a line, until a
/// commit of Stet's names it for other machines, and after that; so is one that another machine named. The newest commits
/// from before Stet sealed its commits are in `.git/stet/unsealed`.
final class CommitMakers: Sendable {
  private static let file = StoreFile("git-authors")
  private static let unsealedFile = StoreFile("unsealed")
  /// So many commits of git's are known, the newest.
  private static let most = 20_000

  private struct Known {
    var maker: CommitMaker
    var isNamed: Bool
  }

  private struct State {
    var order: [ObjectID] = []
    var known: [ObjectID: Known] = [:]
    /// Nil while the history was not looked through for them.
    var unsealed: [ObjectID]?
  }

  private let tree: any FileTree
  private let state: Mutex<State>

  /// Reads them; none where they cannot be read.
  init(tree: any FileTree) {
    self.tree = tree
    func lines(of file: StoreFile) -> [Substring]? {
      guard let content = (try? tree.read(file.location, limit: 1 << 24)) ?? nil else { return nil }
      return String(decoding: content.bytes, as: UTF8.self).split(separator: "\n")
    }
    var state = State()
    for line in lines(of: Self.file) ?? [] {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count > 1, let id = ObjectID(hex: words[0]) else { continue }
      let during = words.count > 2 ? TrailerText.unescape(words[2]) : ""
      state.order.append(id)
      state.known[id] = Known(maker: .other(during: words[1] == "user" ? nil : during), isNamed: words[1] != "unnamed")
    }
    state.unsealed = lines(of: Self.unsealedFile)?.compactMap { ObjectID(hex: String($0)) }
    self.state = Mutex(state)
  }

  /// Returns what is known of who made a commit; nil for one that says it itself.
  func maker(of id: ObjectID) -> CommitMaker? { state.withLock { $0.known[id]?.maker } }

  /// Whether it is known which commits are from before seals.
  var knowsUnsealed: Bool { state.withLock { $0.unsealed != nil } }

  /// The commits that no commit of Stet's names.
  var unnamed: [(id: ObjectID, session: String)] {
    state.withLock { state in
      state.order.compactMap { id in
        guard let known = state.known[id], !known.isNamed, case .other(let session?) = known.maker else { return nil }
        return (id, session)
      }
    }
  }

  /// Has a graph believe what is known.
  func prepare(_ graph: CommitGraph) {
    graph.knownMaker = { [weak self] in self?.maker(of: $0) }
    let unsealed = state.withLock { $0.unsealed }
    for start in unsealed ?? [] { graph.noteUnsealed(upTo: start) }
    if graph.believesUnsealed != (unsealed == nil) { graph.believesUnsealed = unsealed == nil }
  }

  /// Notes commits that git made while the command of a session ran; what cannot be kept is known until the stop.
  ///
  /// - Parameter isNamed: whether a commit of Stet's names them.
  func note(_ ids: [ObjectID], during session: String, isNamed: Bool) {
    change { state in
      for id in ids {
        if let known = state.known[id], known.isNamed || !isNamed { continue }
        if state.known[id] == nil { state.order.append(id) }
        state.known[id] = Known(maker: .other(during: session), isNamed: isNamed)
      }
      for id in state.order.dropLast(Self.most) { state.known[id] = nil }
      state.order = Array(state.order.suffix(Self.most))
    }
  }

  /// Notes that a commit of Stet's names commits of git's.
  func noteNamed(_ ids: [ObjectID]) { change { state in for id in ids { state.known[id]?.isNamed = true } } }

  /// Adds newest commits from before seals; none where the history was looked through and has no such commits.
  func noteUnsealed(_ ids: [ObjectID]) {
    let all = state.withLock { state -> [ObjectID]? in
      let known = state.unsealed ?? []
      let fresh = ids.filter { !known.contains($0) }
      guard state.unsealed == nil || !fresh.isEmpty else { return nil }
      state.unsealed = known + fresh
      return state.unsealed
    }
    if let all { try? Self.unsealedFile.write(Array(all.map { $0.hex + "\n" }.joined().utf8), durable: true, in: tree) }
  }

  private func change(_ body: (inout State) -> Void) {
    let all = state.withLock { state in
      body(&state)
      return state
    }
    let lines = all.order.compactMap { id -> String? in
      guard let known = all.known[id], case .other(let session) = known.maker else { return nil }
      guard let session else { return "\(id.hex) user\n" }
      return "\(id.hex) \(known.isNamed ? "unsure" : "unnamed") \(TrailerText.escape(session))\n"
    }
    try? Self.file.write(Array(lines.joined().utf8), durable: true, in: tree)
  }
}
