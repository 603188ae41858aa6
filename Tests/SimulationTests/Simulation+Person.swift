import FileSystem
import GitObjects
import Recording
import TestSupport

/// The person's programs: one editor, which keeps its buffers while others change the files.
extension Simulation {
  /// The editor loads a file; a buffer of it that was not saved is given up.
  func load(_ index: Int, _ path: String) throws -> String {
    trace.append("\(index) loads \(path)")
    if machines[index].editor?.path == path { try finishEditor(index) }
    machines[index].late.give(up: path)
    try read(index, path)
    var text = try machines[index].desk.text(path) ?? ""
    // Nobody edits what a power cut left of a new file.
    if text.contains("\0") {
      ledger.replace(text, with: "")
      try machines[index].desk.tree.save(location(path), bytes: [])
      machines[index].watcher.see([path])
      text = ""
    }
    machines[index].buffers[path] = text
    return text
  }

  /// An indexer reads a file.
  func indexerReads(_ index: Int) throws {
    let path = somePath()
    trace.append("\(index) indexes \(path)")
    try read(index, path)
  }

  /// A program opens a file and reads it.
  func read(_ index: Int, _ path: String) throws {
    let desk = machines[index].desk
    guard try desk.tree.stamp(of: location(path))?.kind == .file else { return }
    desk.tree.close(try desk.tree.openForReading(location(path)))
  }

  /// Returns the editor's next text: its buffer, loaded now or earlier, with a change.
  private func nextText(_ index: Int, _ path: String) throws -> (read: String, written: String) {
    if machines[index].editor?.path == path { try finishEditor(index) }
    machines[index].late.give(up: path)
    var loaded = random(2) == 0 ? machines[index].buffers[path] : nil
    if loaded == nil { loaded = try load(index, path) }
    let new = edited(loaded ?? "", by: "p-")
    machines[index].buffers[path] = new
    return (loaded ?? "", new)
  }

  /// A save that a power cut may take, together with all that it is written over.
  func unsyncedSave(_ index: Int, _ path: String, read: String, written: String) throws -> UnsyncedSave {
    let desk = machines[index].desk
    let stood = try [desk.text(path), desk.recorded(path)].compactMap(\.self)
    return UnsyncedSave(path: path, read: ([read] + stood).joined(separator: "\n"), written: written)
  }

  /// The editor saves a file, in one of the ways that editors have.
  func save(_ index: Int) throws {
    let desk = machines[index].desk
    let path = somePath()
    let place = try location(path)
    let (old, new) = try nextText(index, path)
    let isSynced = random(2) == 0
    trace.append("\(index) saves \(path): \(new.split(separator: "\n")), loaded \(old.split(separator: "\n"))")
    desk.wait(milliseconds: Int64(random(40)))
    ledger.replace(old, with: new)
    machines[index].noteUnsynced(try unsyncedSave(index, path, read: old, written: new))
    machines[index].watcher.see([path])
    if place.parent != .root { try desk.tree.makeDirectories(place.parent) }
    switch random(4) {
    case 0:
      guard machines[index].editor == nil, try desk.tree.stamp(of: place) != nil else { fallthrough }
      machines[index].editor = (try desk.tree.openForWriting(place, truncate: true), path, new)
      return
    case 1:
      let temporary = place.sibling(named: ".swap")
      machines[index].watcher.see([temporary.string])
      try desk.tree.remove(temporary)
      try desk.tree.create(temporary, bytes: Array(new.utf8), permissions: 0o644, durable: isSynced)
      try desk.tree.replace(place, with: temporary)
    case 2:
      // vim: the old file goes aside, the watcher looks, the new one is made.
      let backup = place.sibling(named: place.name + "~")
      machines[index].watcher.see([backup.string])
      if try desk.tree.stamp(of: place) != nil {
        try desk.tree.replace(backup, with: place)
        if random(3) == 0 { try desk.record(path, believesDeletion: bug == .loneDeletionBelieved) }
        if random(3) == 0 { try exchange(index) }
      }
      try desk.tree.save(place, bytes: Array(new.utf8))
      try desk.tree.remove(backup)
    default: try desk.tree.save(place, bytes: Array(new.utf8))
    }
    if isSynced {
      try desk.tree.synchronize(place)
      machines[index].noteSynced()
    }
    ledger.save(new)
  }

  /// The editor saves a file while recording is paused; nobody looks before it goes on, and then at everything.
  func saveWhilePaused(_ index: Int) throws {
    let desk = machines[index].desk
    let path = somePath()
    let place = try location(path)
    let (old, new) = try nextText(index, path)
    trace.append(
      "\(index) saves \(path) in a pause: \(new.split(separator: "\n")), loaded \(old.split(separator: "\n"))")
    try desk.running().log.pause("git is at work")
    ledger.replace(old, with: new)
    machines[index].noteUnsynced(try unsyncedSave(index, path, read: old, written: new))
    if place.parent != .root { try desk.tree.makeDirectories(place.parent) }
    try desk.tree.save(place, bytes: Array(new.utf8))
    ledger.save(new)
    try desk.running().log.resume()
    if bug == .pausedSavesDropped { return }
    try rememberPostponed(desk.scan(believesDeletions: false), index)
  }

  /// The editor that has a file open writes and closes it.
  func finishEditor(_ index: Int) throws {
    guard let editor = machines[index].editor else { return }
    machines[index].editor = nil
    trace.append("\(index) closes \(editor.path)")
    let desk = machines[index].desk
    machines[index].watcher.see([editor.path])
    desk.wait(milliseconds: 5)
    desk.tree.write(editor.handle, bytes: Array(editor.text.utf8))
    desk.tree.close(editor.handle)
    if desk.power.isOn { ledger.save(editor.text) }
    _ = try desk.running().settleDisplaced()
  }

  /// The editor will save in the middle of what Stet does next.
  func saveSoon(_ index: Int) throws {
    let path = somePath()
    let (tree, place) = (machines[index].desk.tree, try location(path))
    guard try tree.stamp(of: place.parent) != nil else { return }
    let (old, new) = try nextText(index, path)
    let (count, last) = (StepCount(), random(25))
    trace.append("\(index) will save \(path) in \(last): \(new.split(separator: "\n"))")
    ledger.replace(old, with: new)
    machines[index].noteUnsynced(try unsyncedSave(index, path, read: old, written: new))
    let late = machines[index].late
    let number = late.wait(for: path)
    machines[index].desk.observe { _, _ in
      guard count.next() == last else { return }
      late.save(number, path, new) { try tree.save(place, bytes: Array(new.utf8)) }
    }
    switch random(4) {
    case 0, 1: try agentWrites(index, to: path)
    case 2: try exchange(index)
    default: break
    }
  }

  /// The person deletes a file as it is.
  func personDeletes(_ index: Int) throws {
    let path = somePath()
    if machines[index].editor?.path == path { try finishEditor(index) }
    machines[index].late.give(up: path)
    trace.append("\(index) deletes \(path)")
    for text in try textsGone(with: path, on: index) { ledger.replace(text, with: "") }
    machines[index].watcher.see([path])
    gone.insert(path)
    try machines[index].desk.tree.remove(location(path))
  }

  /// The texts that go with a file: what is there, what is recorded, and what a question about it that is open
  /// here would bring back. Until the deletion of its former name is believed, that question is about the former name.
  func textsGone(with path: String, on index: Int) throws -> [String] {
    let desk = machines[index].desk
    let texts = try [desk.text(path), desk.recorded(path)].compactMap(\.self)
    let former = try machines[index].formerNames(of: path).filter { try desk.tree.stamp(of: location($0)) == nil }
    let asked = try ([path] + former).flatMap { try desk.running().saves.unseen.all[WorkspacePath($0)]?.versions ?? [] }
    return try texts + asked.map { String(decoding: try desk.store.blob($0), as: UTF8.self) }
  }

  /// The person renames a file to a free name.
  func personMoves(_ index: Int) throws {
    let desk = machines[index].desk
    let tree = desk.tree
    let (source, target) = (somePath(), somePath())
    guard try tree.stamp(of: location(source))?.kind == .file, try tree.stamp(of: location(target)) == nil else {
      return
    }
    if let editor = machines[index].editor, [source, target].contains(editor.path) {
      try finishEditor(index)
      // A late save may have made the file meanwhile.
      guard try tree.stamp(of: location(target)) == nil else { return }
    }
    trace.append("\(index) moves \(source) to \(target)")
    for path in [source, target] {
      machines[index].late.give(up: path)
      machines[index].buffers[path] = nil
    }
    machines[index].watcher.see([source, target])
    gone.insert(source)
    try tree.makeDirectories(location(target).parent)
    // A person takes longer from a save to a rename than the watcher waits, and from there to the next save.
    try desk.record(source)
    // Else a power cut may leave the new name without the content, which nothing distinguishes from an empty new file.
    try tree.synchronize(location(source))
    try tree.move(location(source), toNew: location(target))
    machines[index].noteMove(from: source, to: target)
    try desk.record(target)
  }
}
