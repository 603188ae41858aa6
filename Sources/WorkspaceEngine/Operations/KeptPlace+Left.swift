internal import Merge
internal import Recording
internal import Values
internal import WorkspaceAPI

extension KeptPlace {
  /// Returns the places that an undo left unchanged, in words, each with a possible next step.
  static func places(_ left: [LeftPlace], of steps: [UndoPlan.Step]) -> [KeptPlace] {
    let after = steps.first.map { String($0.after.hex.prefix(10)) } ?? ""
    let before = steps.last?.before.map { String($0.hex.prefix(10)) }
    return left.map { place in
      let path = ShellWord.path(place.path)
      let back = before.map { "`stet restore \(path) --at \($0)` brings back all of it as it was before." }
      switch place.reason {
      case .changed:
        let range = before.map { "--from \(after) --to \($0)" } ?? "--to \(after)"
        return KeptPlace(
          path: place.path, what: changed(place.lines),
          next: "`stet diff \(path) \(range)` shows what was to be taken back; edit the file as you want it.")
      case .written:
        return KeptPlace(
          path: place.path, what: "it was changed since, so the file stays",
          next: "`stet delete \(path)` removes it.")
      case .moved:
        return KeptPlace(
          path: place.path, what: "was moved here since, so the file stays", next: "`stet delete \(path)` removes it.")
      case .deleted: return KeptPlace(path: place.path, what: "was deleted since and stays deleted", next: back)
      case .replaced:
        return KeptPlace(path: place.path, what: "something else has taken its place and stays", next: back)
      case .taken:
        return KeptPlace(
          path: place.path, what: "another file has its old name since, so it keeps the new one",
          next: "Give that file another name, then use `stet move`.")
      case .renamed:
        return KeptPlace(
          path: place.path, what: "was renamed since and keeps its new name",
          next: "`stet move` gives it the old one.")
      }
    }
  }

  private static func changed(_ ranges: [Range<Int>]) -> String {
    guard let first = ranges.first else { return "was changed since and stays" }
    let words = ranges.map { $0.count > 1 ? "\($0.lowerBound + 1)–\($0.upperBound)" : "\($0.lowerBound + 1)" }
    let isOne = ranges.count == 1 && first.count <= 1
    return isOne
      ? "line \(words[0]) was changed since and stays"
      : "lines \(words.joined(separator: ", ")) were changed since and stay"
  }
}
