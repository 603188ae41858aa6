import Documents
import FileSystem
import GitObjects
import Merge
import Recording
import TestSupport
import WorkTree

extension Simulation {
  /// One thing happens on a machine.
  func step(_ index: Int) throws {
    let desk = machines[index].desk
    switch random(40) {
    case 0..<7: try save(index)
    case 7..<10: try look(index, believesDeletions: random(3) == 0)
    case 10:
      trace.append("\(index) scan")
      try rememberPostponed(desk.scan(believesDeletions: random(3) == 0), index)
    case 11..<16: try agentWrites(index)
    case 16: try saveWhilePaused(index)
    case 17, 18: try serve(index)
    case 19:
      trace.append("\(index) checkpoint")
      try desk.running().log.checkpoint()
    case 20: try finishEditor(index)
    case 21..<26: try exchange(index)
    case 26: clock(index)
    case 27:
      trace.append("\(index) stop and start")
      try desk.running().log.close()
      try desk.open()
    case 28: _ = try desk.running().settleDisplaced()
    case 29: try personDeletes(index)
    case 30: try placeMore(index)
    case 31: _ = try load(index, somePath())
    case 32: try bothWrite(index)
    case 33: try indexerReads(index)
    case 34: try personMoves(index)
    case 35: try saveSoon(index)
    case 36:
      trace.append("\(index) overflow")
      machines[index].watcher.overflow()
    default: cutSoon(index)
    }
  }

  func somePath() -> String { Self.paths[random(Self.paths.count)] }

  func location(_ path: String) throws -> FileLocation { FileLocation(try WorkspacePath(path)) }

  /// A text with a new line somewhere, and sometimes without one of the old ones.
  func edited(_ text: String, by mark: String) -> String {
    var lines = text.split(separator: "\n").map(String.init)
    if !lines.isEmpty, random(4) == 0 { lines.remove(at: random(lines.count)) }
    lines.insert(word(mark), at: random(lines.count + 1))
    return lines.map { $0 + "\n" }.joined()
  }

  /// The daemon looks at what the watcher reported.
  func look(_ index: Int, believesDeletions: Bool) throws {
    let desk = machines[index].desk
    noteLateSaves(index)
    guard let paths = machines[index].watcher.take() else {
      trace.append("\(index) scan after an overflow")
      if bug == .noRescanAfterOverflow { return }
      return try rememberPostponed(desk.scan(believesDeletions: believesDeletions), index)
    }
    trace.append("\(index) looks at \(paths)")
    desk.wait()
    do {
      let outcome = try desk.running().record(
        paths.map { Observation(path: try WorkspacePath($0), believesDeletion: believesDeletions) })
      rememberPostponed(outcome, index)
    } catch {
      // The daemon that is started after a crash looks at all.
      machines[index].watcher.see(paths)
      throw error
    }
  }

  /// Takes note of saves in the middle of what Stet did.
  func noteLateSaves(_ index: Int) {
    for (path, text) in machines[index].late.takeDone() {
      ledger.save(text)
      machines[index].watcher.see([path])
    }
  }

  /// Looks again at the paths that could not be recorded yet.
  func rememberPostponed(_ outcome: ObservationOutcome, _ index: Int) {
    machines[index].watcher.see((outcome.postponed + outcome.folders).map(\.string))
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
    trace.append("\(index) places, \(try machines[index].desk.running().log.filesToPlace) left")
    try machines[index].desk.running().continueAdoption(within: TurnLimit(files: 1))
  }

  /// Fetches, merges, adopts, pushes.
  ///
  /// - Parameter isAtRest: whether no agent writes any more.
  func exchange(_ index: Int, isAtRest: Bool = false) throws {
    let desk = machines[index].desk
    let recorder = try desk.running()
    let head = try branch.fetch(into: desk.store) { kind, content in try desk.store.receive(kind, content) }
    if let head, try !isBehind(head, recorder) {
      var expected = recorder.tip
      let target: ObjectID
      if let tip = recorder.tip, try !recorder.graph.isAncestor(tip, of: head) {
        target = try PeerMerge.make(tip, head, order: .byID, graph: recorder.graph, in: recorder.objects).commit
      } else {
        target = head
      }
      // Somebody is recorded between the merge and its adoption.
      if random(4) == 0, !isAtRest { try agentWrites(index) }
      if bug == .tipMovedWithoutComparing { expected = recorder.tip }
      // Sometimes the files come later: everything else happens between.
      let limit = random(2) == 0 ? TurnLimit.none : TurnLimit(files: random(3))
      guard case .adopted = try recorder.adopt(target, expecting: expected, within: limit) else {
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
