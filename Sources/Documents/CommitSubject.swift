/// The first line of a commit message, derived from the commit's changes.
package enum CommitSubject {
  /// The maximum length of a subject in characters (shown whole by `git log --oneline` and forges).
  package static let limit = 72

  /// Returns `Edit Research/whales/introduction.md`, `Rename a.md → b.md` or `Edit 3 files in Research/whales`.
  ///
  /// Long paths lose folders in their middle, then letters in the middle of the name. Control characters are escaped.
  package static func text(for changes: [PathChange]) -> String {
    switch changes.count {
    case 0: return "Change nothing"
    case 1: return single(changes[0])
    default:
      let verbs = Set(changes.map(\.verb))
      let head = "\(verbs.count == 1 ? changes[0].verb : "Edit") \(changes.count) files"
      let folder = commonFolder(changes.map(\.path))
      return folder.isEmpty ? head : "\(head) in \(shorten(folder, to: limit - head.count - 4))"
    }
  }

  private static func single(_ change: PathChange) -> String {
    switch change {
    case .created(let path), .edited(let path), .deleted(let path):
      return "\(change.verb) \(shorten(path, to: limit - change.verb.count - 1))"
    case .renamed(let from, let to):
      let room = limit - "Rename  → ".count
      let whole = (TrailerText.line(from), TrailerText.line(to))
      if whole.0.count + whole.1.count <= room { return "Rename \(whole.0) → \(whole.1)" }
      let first = shorten(from, to: max(room / 2, room - whole.1.count))
      return "Rename \(first) → \(shorten(to, to: room - first.count))"
    }
  }

  private static func commonFolder(_ paths: [String]) -> String {
    var common: [Substring]?
    for path in paths {
      let folders = path.split(separator: "/").dropLast()
      guard let known = common else {
        common = Array(folders)
        continue
      }
      common = zip(known, folders).prefix { $0 == $1 }.map(\.0)
    }
    return (common ?? []).joined(separator: "/")
  }

  private static func shorten(_ path: String, to length: Int) -> String {
    let line = TrailerText.line(path)
    guard line.count > length else { return line }
    let parts = line.split(separator: "/")
    let name = String(parts.last ?? "")
    var folders = parts.dropLast()
    while !folders.isEmpty {
      folders.removeLast()
      let short = (folders + ["…", name[...]]).joined(separator: "/")
      if short.count <= length { return short }
    }
    guard name.count > length else { return name }
    let tail = max(1, (length - 1) / 3)
    return name.prefix(max(1, length - 1 - tail)) + "…" + name.suffix(tail)
  }
}
