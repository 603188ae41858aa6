import Documents
import FileSystem
import GitObjects
import History
import Merge
import Sync
import TestSupport

extension Simulation {
  /// One thing happens on a machine.
  func step(_ index: Int) throws {
    let desk = machines[index].desk
    switch random(31) {
    case 0..<6: try save(index)
    case 6..<10:
      trace.append("\(index) scan")
      try desk.scan(believesDeletions: random(3) == 0)
    case 10..<15: try agentWrites(index)
    case 15, 16: try serve(index)
    case 17:
      trace.append("\(index) checkpoint")
      try desk.running().checkpoint()
    case 18: try finishEditor(index)
    case 19..<24: try exchange(index)
    case 24: clock(index)
    case 25:
      trace.append("\(index) stop and start")
      try desk.running().close()
      try desk.open()
    case 26:
      _ = try desk.running().settleDisplaced()
    case 27: try personDeletes(index)
    case 28: try placeMore(index)
    default: cutSoon(index)
    }
  }

  private func location(_ path: String) throws -> FileLocation { FileLocation(try WorkspacePath(path)) }

  /// A text with a new line somewhere, and sometimes without one of the old ones.
  private func edited(_ text: String, by mark: String) -> String {
    var lines = text.split(separator: "\n").map(String.init)
    if !lines.isEmpty, random(4) == 0 { lines.remove(at: random(lines.count)) }
    lines.insert(word(mark), at: random(lines.count + 1))
    return lines.map { $0 + "\n" }.joined()
  }

  /// An editor loads a file and saves it, in one of the ways that editors have.
  private func save(_ index: Int) throws {
    let desk = machines[index].desk
    let path = Self.paths[random(Self.paths.count)]
    let place = try location(path)
    let new = edited(try desk.text(path) ?? "", by: "p-")
    let isSynced = random(2) == 0
    trace.append("\(index) saves \(path): \(new.split(separator: "\n"))")
    desk.wait(milliseconds: Int64(random(40)))
    if place.parent != .root { try desk.tree.makeDirectories(place.parent) }
    switch random(4) {
    case 0:
      guard machines[index].editor == nil, try desk.tree.stamp(of: place) != nil else { fallthrough }
      machines[index].editor = (try desk.tree.openForWriting(place, truncate: true), path, new)
      return
    case 1:
      let temporary = place.sibling(named: ".swap")
      try desk.tree.remove(temporary)
      try desk.tree.create(temporary, bytes: Array(new.utf8), permissions: 0o644, durable: isSynced)
      try desk.tree.replace(place, with: temporary)
    case 2:
      // vim: the old file goes aside, the watcher looks, the new one is made.
      let backup = place.sibling(named: place.name + "~")
      if try desk.tree.stamp(of: place) != nil {
        try desk.tree.replace(backup, with: place)
        if random(3) == 0 { try desk.record(path) }
        if random(3) == 0 { try exchange(index) }
      }
      try desk.tree.save(place, bytes: Array(new.utf8))
      try desk.tree.remove(backup)
    default: try desk.tree.save(place, bytes: Array(new.utf8))
    }
    if isSynced { try desk.tree.synchronize(place) }
  }

  /// The editor that has a file open writes and closes it.
  func finishEditor(_ index: Int) throws {
    guard let editor = machines[index].editor else { return }
    machines[index].editor = nil
    trace.append("\(index) closes \(editor.path)")
    let desk = machines[index].desk
    desk.wait(milliseconds: 5)
    desk.tree.write(editor.handle, bytes: Array(editor.text.utf8))
    desk.tree.close(editor.handle)
    _ = try desk.running().settleDisplaced()
  }

  /// An agent reads a file.
  private func serve(_ index: Int) throws {
    let path = Self.paths[random(Self.paths.count)]
    guard let text = try machines[index].desk.recorded(path) else { return }
    trace.append("\(index) reads \(path)")
    machines[index].served.append((path, text, machines[index].desk.token(text)))
  }

  private func agentWrites(_ index: Int) throws {
    let desk = machines[index].desk
    var path = Self.paths[random(Self.paths.count)]
    var action = Write.Action.appending(word("r-") + "\n")
    var base = WriteBase.current
    switch random(8) {
    case 0..<4 where !machines[index].served.isEmpty:
      let served = machines[index].served[random(machines[index].served.count)]
      path = served.path
      base = .version(served.token)
      action = .text(edited(served.text, by: "r-"))
    case 4:
      base = .absent
      action = .text(word("r-") + "\n")
    case 5 where random(3) == 0: action = .delete
    case 6: action = .move(to: try WorkspacePath(Self.paths[random(Self.paths.count)]))
    default: break
    }
    let outcome = try desk.write(path, action, base: base)
    switch outcome {
    case .done:
      trace.append("\(index) agent \(path) \(action.words), tip \(try desk.running().tip?.hex.prefix(8) ?? "-")")
      noted.formUnion(Set(action.words).filter { $0.hasPrefix("r-") })
    case .refused(let why): trace.append("\(index) agent \(path) refused: \(why)")
    }
  }

  private func personDeletes(_ index: Int) throws {
    let path = Self.paths[random(Self.paths.count)]
    trace.append("\(index) deletes \(path)")
    try machines[index].desk.tree.remove(location(path))
  }

  private func clock(_ index: Int) {
    let seconds = Int64([-3_600, -1, 1, 3_600][random(4)])
    trace.append("\(index) clock \(seconds)")
    machines[index].desk.time.advance(nanoseconds: seconds * 1_000_000_000)
  }

  /// The power will go before one of the next operations of the disk.
  private func cutSoon(_ index: Int) {
    let (count, last) = (StepCount(), random(80))
    trace.append("\(index) power will go in \(last)")
    let cut = machines[index].desk.powerCut()
    machines[index].desk.observe { _, _ in if count.next() == last { cut() } }
  }

  /// Brings one more file of an adoption.
  private func placeMore(_ index: Int) throws {
    trace.append("\(index) places, \(try machines[index].desk.running().filesToPlace) left")
    try machines[index].desk.running().continueAdoption(within: TurnLimit(files: 1))
  }

  /// Fetches, merges, adopts, pushes.
  func exchange(_ index: Int) throws {
    let desk = machines[index].desk
    let recorder = try desk.running()
    let head = try branch.fetch(into: desk.store) { try desk.store.receive($0, $1) }
    if let head, try !isBehind(head, recorder) {
      let target: ObjectID
      if let tip = recorder.tip, try !recorder.graph.isAncestor(tip, of: head) {
        target = try PeerMerge.make(tip, head, order: .byID, graph: recorder.graph, in: recorder.objects).commit
      } else {
        target = head
      }
      // Sometimes the files come later: everything else happens between.
      let limit = random(2) == 0 ? TurnLimit.none : TurnLimit(files: random(3))
      guard case .adopted = try recorder.adopt(target, expecting: recorder.tip, within: limit) else {
        trace.append("\(index) adopts later")
        return
      }
    }
    trace.append("\(index) head \(head?.hex.prefix(8) ?? "-"), tip \(recorder.tip?.hex.prefix(8) ?? "-")")
    guard let tip = recorder.tip, tip != head else { return }
    let isPushed = try branch.push(tip, from: desk.store, expecting: head)
    trace.append("\(index) pushes \(tip.hex.prefix(8)) \(isPushed)")
  }

  private func isBehind(_ head: ObjectID, _ recorder: Recorder) throws -> Bool {
    guard let tip = recorder.tip else { return false }
    return try tip == head || recorder.graph.isAncestor(head, of: tip)
  }
}

extension Write.Action {
  /// The lines of what is written.
  fileprivate var words: [Substring] {
    switch self {
    case .put(let bytes), .append(let bytes): String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    default: []
    }
  }
}

extension Desk {
  /// The words that commits of agents brought in, their parents not having them.
  func wordsOfAgents() throws -> Set<Substring> {
    var found: Set<Substring> = []
    for id in try commits() {
      let commit = try store.commit(id)
      guard case .agent = CommitMessage(parsing: commit.message).author else { continue }
      let before = try words(of: commit.parents.first.map { try store.commit($0).tree })
      found.formUnion(try words(of: commit.tree).subtracting(before))
    }
    return found
  }
}
