import FileSystem
import GitObjects
import Recording
import TestSupport

/// A person and an agent write one file at once, neither of them seeing what the other wrote.
extension Simulation {
  /// The person's editor loads a file, an agent edits it and appends to it in place, and the editor saves its buffer over
  /// that: both texts stay. If provably nobody read the agent's text, nothing is asked, unless both replaced the same
  /// lines.
  func bothWrite(_ index: Int) throws {
    let desk = machines[index].desk
    let path = somePath()
    let place = try WorkspacePath(path)
    let loaded = try load(index, path)
    try desk.record(path)
    let lines = loaded.split(separator: "\n")
    let recorder = try desk.running()
    // If both remove lines, the version between is as near to the save as the loaded one, and nearer if they remove two
    // or put the same line in their place.
    let removed = random(3) == 0 ? 1 + random(2) : 0
    let head = lines.prefix(max(1, removed)).map { $0 + "\n" }.joined()
    guard !lines.isEmpty, loaded.hasPrefix(head), loaded.hasSuffix("\n"), try desk.recorded(path) == loaded,
      !recorder.isAdopting, recorder.saves.unseen.all[place] == nil
    else { return }
    // An open late save is independent of this.
    machines[index].late.give(up: nil)
    let (edit, end, mine) = (word("r-"), word("r-"), word("p-"))
    let isRead = random(2) == 0
    // An author that read the other's line may have removed the rest: only knowledge of the readers shows that.
    let isSame = removed > 0 && !isRead && machines[index].remembersReaders && random(2) == 0
    let common = isSame ? word("both-") + "\n" : ""
    let text = mine + "\n" + common + (removed > 0 ? String(loaded.dropFirst(head.count)) : loaded)
    trace.append("\(index) agent edits and appends to \(path) under a buffer: \(edit) \(end)")
    let writes: [Write.Action] = [
      .edit(old: head, new: (removed > 0 ? common : head) + edit + "\n", everywhere: false),
      .appending(end + "\n"),
    ]
    // An act whose answer a power cut prevents may be done all the same.
    if removed > 0 { ledger.replace(head, with: edit) }
    for (action, word) in zip(writes, [edit, end]) {
      guard case .done = try desk.write(path, action) else { return }
      ledger.record([word[...]])
    }
    if removed > 0 { ledger.replace(loaded, with: text) }
    if isRead {
      trace.append("\(index) indexes \(path)")
      try read(index, path)
    }
    trace.append("\(index) saves the buffer: \(mine)")
    machines[index].buffers[path] = text
    machines[index].watcher.see([path])
    machines[index].noteUnsynced(try unsyncedSave(index, path, read: loaded, written: text))
    try desk.save(path, text)
    ledger.save(text)
    try desk.record(path)
    guard machines[index].remembersReaders, !isRead, removed == 0, desk.power.isOn else { return }
    let words = WordLedger.words(try desk.text(path) ?? "")
    guard words.isSuperset(of: [edit[...], end[...], mine[...]]), try desk.running().saves.unseen.all[place] == nil
    else {
      throw Failure(description: "nobody had read \(edit) and \(end), and the save was not merged")
    }
  }
}
