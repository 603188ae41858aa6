internal import Documents
internal import FileSystem
internal import GitObjects
internal import LocalState

/// What is known of who made commits beside what they say themselves.
///
/// A commit that git made here while an agent's command ran is kept in `.git/stet/git-authors`, a commit a line, until a
/// commit of Stet's names it for other machines, and after that; so is one that another machine named. The newest commits
/// from before Stet sealed its commits are in `.git/stet/unsealed`.
final class CommitMakers: Sendable {
  /// So many commits of git's are known, the newest.
  private static let most = 20_000

  private struct Known: Equatable {
    var maker: CommitMaker
    var isNamed: Bool
  }

  private struct State: Equatable {
    var order: [ObjectID] = []
    var known: [ObjectID: Known] = [:]
  }

  private let state: StoredTable<State>
  /// Nil while the history was not looked through for them.
  private let unsealed: StoredTable<[ObjectID]?>

  /// Reads them; none where they cannot be read.
  init(tree: any FileTree) {
    state = StoredTable(
      StoredFile("git-authors"), in: tree, limit: 1 << 24, .content, decode: Self.decode, encode: Self.encode)
    unsealed = StoredTable(StoredFile("unsealed"), in: tree, limit: 1 << 24, .content) { bytes in
      bytes.map { bytes in
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { ObjectID(hex: String($0)) }
      }
    } encode: { ids in
      ids.map { ids in Array(ids.map { $0.hex + "\n" }.joined().utf8) }
    }
  }

  private static func decode(_ bytes: [UInt8]?) -> State {
    var state = State()
    for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count > 1, let id = ObjectID(hex: words[0]) else { continue }
      let during = words.count > 2 ? TrailerText.unescape(words[2]) : ""
      state.order.append(id)
      state.known[id] = Known(maker: .other(during: words[1] == "user" ? nil : during), isNamed: words[1] != "unnamed")
    }
    return state
  }

  private static func encode(_ state: State) -> [UInt8] {
    let lines = state.order.compactMap { id -> String? in
      guard let known = state.known[id], case .other(let session) = known.maker else { return nil }
      guard let session else { return "\(id.hex) user\n" }
      return "\(id.hex) \(known.isNamed ? "unsure" : "unnamed") \(TrailerText.escape(session))\n"
    }
    return Array(lines.joined().utf8)
  }

  /// Returns what is known of who made a commit; nil for one that says it itself.
  func maker(of id: ObjectID) -> CommitMaker? { state.look { $0.known[id]?.maker } }

  /// Whether it is known which commits are from before seals.
  var knowsUnsealed: Bool { unsealed.look { $0 != nil } }

  /// The commits that no commit of Stet's names.
  var unnamed: [(id: ObjectID, session: String)] {
    state.look { state in
      state.order.compactMap { id in
        guard let known = state.known[id], !known.isNamed, case .other(let session?) = known.maker else { return nil }
        return (id, session)
      }
    }
  }

  /// Has a graph believe what is known.
  func prepare(_ graph: CommitGraph) {
    graph.knownMaker = { [weak self] in self?.maker(of: $0) }
    let unsealed = self.unsealed.current
    for start in unsealed ?? [] { graph.noteUnsealed(upTo: start) }
    if graph.believesUnsealed != (unsealed == nil) { graph.believesUnsealed = unsealed == nil }
  }

  /// Notes commits that git made while the command of a session ran; what cannot be kept is known until the stop.
  ///
  /// - Parameter isNamed: whether a commit of Stet's names them.
  func note(_ ids: [ObjectID], during session: String, isNamed: Bool) {
    state.changeAtOnce { state in
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
  func noteNamed(_ ids: [ObjectID]) {
    state.changeAtOnce { state in for id in ids { state.known[id]?.isNamed = true } }
  }

  /// Adds newest commits from before seals; none where the history was looked through and has no such commits.
  func noteUnsealed(_ ids: [ObjectID]) {
    unsealed.changeAtOnce { unsealed in
      let known = unsealed ?? []
      unsealed = known + ids.filter { !known.contains($0) }
    }
  }
}
