import FileSystem
import GitObjects
import History
import TestSupport

/// What the person's programs do: one editor, which keeps its buffers while others change the files.
extension Simulation {
  /// The editor loads a file; a buffer of it that was not saved is given up.
  func load(_ index: Int, _ path: String) throws -> String {
    trace.append("\(index) loads \(path)")
    if machines[index].editor?.path == path { try finishEditor(index) }
    machines[index].late.give(up: path)
    try read(index, path)
    let text = try machines[index].desk.text(path) ?? ""
    machines[index].buffers[path] = text
    return text
  }

  /// An indexer reads a file.
  func indexerReads(_ index: Int) throws {
    let path = somePath()
    trace.append("\(index) indexes \(path)")
    try read(index, path)
  }

  private func read(_ index: Int, _ path: String) throws {
    let desk = machines[index].desk
    guard try desk.tree.stamp(of: location(path))?.kind == .file else { return }
    desk.tree.close(try desk.tree.openForReading(location(path)))
  }

  /// What the editor saves next: its buffer, loaded now or earlier, with a change.
  private func nextText(_ index: Int, _ path: String) throws -> (read: String, written: String) {
    if machines[index].editor?.path == path { try finishEditor(index) }
    machines[index].late.give(up: path)
    var loaded = random(2) == 0 ? machines[index].buffers[path] : nil
    if loaded == nil { loaded = try load(index, path) }
    let new = edited(loaded ?? "", by: "p-")
    machines[index].buffers[path] = new
    return (loaded ?? "", new)
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
    machines[index].noteUnsynced(UnsyncedSave(path: path, read: old, written: new))
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
    machines[index].noteUnsynced(UnsyncedSave(path: path, read: old, written: new))
    let late = machines[index].late
    late.wait(for: path)
    machines[index].desk.observe { _, _ in
      guard count.next() == last else { return }
      late.save(path, new) { try tree.save(place, bytes: Array(new.utf8)) }
    }
    switch random(4) {
    case 0, 1: try agentWrites(index, to: path)
    case 2: try exchange(index)
    default: break
    }
  }

  /// The person deletes a file as it stands.
  func personDeletes(_ index: Int) throws {
    let path = somePath()
    if machines[index].editor?.path == path { try finishEditor(index) }
    machines[index].late.give(up: path)
    trace.append("\(index) deletes \(path)")
    ledger.replace(try machines[index].desk.text(path) ?? "", with: "")
    machines[index].watcher.see([path])
    gone.insert(path)
    try machines[index].desk.tree.remove(location(path))
  }

  /// The person renames a file to a free name.
  func personMoves(_ index: Int) throws {
    let tree = machines[index].desk.tree
    let (source, target) = (somePath(), somePath())
    guard try tree.stamp(of: location(source))?.kind == .file, try tree.stamp(of: location(target)) == nil else {
      return
    }
    if let editor = machines[index].editor, [source, target].contains(editor.path) { try finishEditor(index) }
    trace.append("\(index) moves \(source) to \(target)")
    for path in [source, target] {
      machines[index].late.give(up: path)
      machines[index].buffers[path] = nil
    }
    machines[index].watcher.see([source, target])
    gone.insert(source)
    try tree.makeDirectories(location(target).parent)
    // Else a power cut may leave the new name without the content, which nothing tells from an empty new file.
    try tree.synchronize(location(source))
    try tree.move(location(source), toNew: location(target))
  }
}
