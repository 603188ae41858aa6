internal import Documents
internal import FileSystem
package import GitObjects
internal import LocalState

/// The makers of commits, as far as the commits do not state them.
///
/// A commit that git made here while an agent's command ran is stored in `.git/stet/git-authors`, one commit a line,
/// before and after a commit of Stet's names it for other machines; so is a commit that another machine named. The
/// newest commits from before Stet sealed its commits are in `.git/stet/unsealed`.
package final class CommitMakers: Sendable {
  /// The maximum number of git's commits that are stored, the newest.
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
  /// Nil until the history has been searched for them.
  private let unsealed: StoredTable<[ObjectID]?>

  /// Reads both files; a file that cannot be read counts as missing.
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

  /// Returns the stored maker of a commit; nil for a commit without an entry.
  func maker(of id: ObjectID) -> CommitMaker? { state.look { $0.known[id]?.maker } }

  /// Returns whether git made commits while a command of a session ran.
  package func hasCommits(during session: String) -> Bool {
    state.look { $0.known.values.contains { $0.maker == .other(during: session) } }
  }

  /// Whether the newest commits from before seals are known.
  package var knowsUnsealed: Bool { unsealed.look { $0 != nil } }

  /// The commits that no commit of Stet's names, each with its session.
  var unnamed: [(id: ObjectID, session: String)] {
    state.look { state in
      state.order.compactMap { id in
        guard let known = state.known[id], !known.isNamed, case .other(let session?) = known.maker else { return nil }
        return (id, session)
      }
    }
  }

  /// Gives a graph the stored makers and unsealed commits.
  package func prepare(_ graph: CommitGraph) {
    graph.knownMaker = { [weak self] in self?.maker(of: $0) }
    let unsealed = self.unsealed.current
    for start in unsealed ?? [] { graph.noteUnsealed(upTo: start) }
    if graph.believesUnsealed != (unsealed == nil) { graph.believesUnsealed = unsealed == nil }
  }

  /// Stores commits that git made while the command of a session ran. If the write fails, the entries last in memory
  /// until the daemon stops.
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

  /// Records that a commit of Stet's names commits of git's.
  func noteNamed(_ ids: [ObjectID]) {
    state.changeAtOnce { state in for id in ids { state.known[id]?.isNamed = true } }
  }

  /// Adds the newest commits from before seals; an empty list records that the history was searched and has no such
  /// commits.
  func noteUnsealed(_ ids: [ObjectID]) {
    unsealed.changeAtOnce { unsealed in
      let known = unsealed ?? []
      unsealed = known + ids.filter { !known.contains($0) }
    }
  }
}
