import FileSystem
import GitObjects
import Recording
import TestSupport

/// The acts of an agent.
extension Simulation {
  /// An agent reads a file.
  func serve(_ index: Int) throws {
    let path = somePath()
    guard let text = try machines[index].desk.recorded(path) else { return }
    trace.append("\(index) reads \(path)")
    machines[index].served.append((path, text, machines[index].desk.token(text)))
  }

  /// An agent writes: over a version that it read, behind the text, or a new file; or it deletes or moves one.
  ///
  /// - Parameter wanted: the file; nil for any.
  func agentWrites(_ index: Int, to wanted: String? = nil) throws {
    let desk = machines[index].desk
    let known = machines[index].served.filter { wanted == nil || $0.path == wanted }
    var path = wanted ?? somePath()
    var action = Write.Action.appending(word("r-") + "\n")
    var base = WriteBase.current
    var change: (read: String, written: String)?
    var gone: [String] = []
    switch random(9) {
    case 0..<3 where !known.isEmpty:
      let served = known[random(known.count)]
      path = served.path
      base = .version(served.token)
      let text = edited(served.text, by: "r-")
      action = .text(text)
      change = (served.text, text)
    case 3 where !known.isEmpty:
      let served = known[random(known.count)]
      let lines = served.text.split(separator: "\n").map(String.init)
      guard !lines.isEmpty else { return }
      path = served.path
      base = .version(served.token)
      let old = lines[random(lines.count)] + "\n"
      let new = random(2) == 0 ? word("r-") + "\n" : old + word("r-") + "\n"
      action = .edit(old: old, new: new, everywhere: false)
      change = (old, new)
    case 4:
      base = .absent
      action = .text(word("r-") + "\n")
    case 5 where random(3) == 0:
      action = .delete
      gone = try textsGone(with: path, on: index)
      self.gone.insert(path)
    case 6:
      let target = somePath()
      action = .move(to: try WorkspacePath(target))
      // The system reports the rename, by any program.
      machines[index].watcher.see([path, target])
      self.gone.insert(path)
    default: break
    }
    // Nor does an agent write behind what a power cut left of a new file.
    if try desk.text(path)?.contains("\0") == true { return }
    if bug == .overwriteWithoutToken { base = .current }
    let outcome = try desk.write(path, action, base: base)
    switch outcome {
    case .done:
      trace.append("\(index) agent \(path) \(action.words), tip \(try desk.running().tip?.hex.prefix(8) ?? "-")")
      ledger.record(Set(action.words.filter { $0.hasPrefix("r-") && $0.hasSuffix(";") }))
      // A person takes longer from a save of the old name to one of the new name than the watcher waits, and has not
      // both open in that instant: the save under the old name counts as known under the new one.
      if case .move(let target) = action, machines[index].late.hasDone(path) {
        try desk.record(target.string)
        machines[index].buffers[target.string] = nil
      }
    case .refused(let why): trace.append("\(index) agent \(path) refused: \(why)")
    }
    var isDone = !desk.power.isOn
    if case .done = outcome { isDone = true }
    // An act whose answer the power cut prevented may be done all the same.
    if isDone, let change { ledger.replace(change.read, with: change.written) }
    guard isDone, case .delete = action else { return }
    for text in gone { ledger.replace(text, with: "") }
    // A deletion without a token is of whatever is there: a save of this instant that was recorded first. Without
    // power there was none.
    guard desk.power.isOn, case .done(let result) = outcome, let commit = result.commit,
      let parent = try desk.store.commit(commit).parents.first,
      let file = try Tree.flatten(desk.store.commit(parent).tree, in: desk.store).first(where: { $0.path == path })
    else { return }
    ledger.replace(String(decoding: try desk.store.blob(file.entry.id), as: UTF8.self), with: "")
  }
}

extension Write.Action {
  /// The lines of what is written.
  fileprivate var words: [Substring] {
    switch self {
    case .put(let bytes), .append(let bytes): String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    case .edit(_, let new, _): new.split(separator: "\n")
    default: []
    }
  }
}
