package import GitObjects
internal import LargeFiles
internal import Recording
internal import Threads
internal import WorkTree

/// Exchanges contents and placeholders of large files beside the turns.
///
/// Belongs to the executor of `FolderKeeper`.
package final class LargePlacing {
  private let recorder: Recorder
  private let time: any TimeSource
  private let events: EventHub
  private let large: LargeStore
  private let folder: FolderState
  private let following: BranchFollowing
  private let wait: FolderWait
  private let frame: TurnFrame
  /// The large files whose contents could not be placed.
  private(set) var waitingPlacements = WaitingPlacements()

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, time: any TimeSource, events: EventHub, large: LargeStore, folder: FolderState,
    following: BranchFollowing, wait: FolderWait, frame: TurnFrame
  ) {
    self.recorder = recorder
    self.time = time
    self.events = events
    self.large = large
    self.folder = folder
    self.following = following
    self.wait = wait
    self.frame = frame
  }

  /// Puts the content of a large file, whose object is here, in the place of its placeholder or of an older content;
  /// like `exchange`.
  func place(_ path: WorkspacePath, _ pointer: Pointer, isolation: isolated (any Actor)? = #isolation) async
    -> ExchangeOutcome
  {
    await exchange([LargeWish(path: path, pointer: pointer, isPlaceholder: false)])[0]
  }

  /// Puts the placeholder in the place of a large file's content; like `exchange`.
  func makePlaceholder(_ path: WorkspacePath, _ pointer: Pointer, isolation: isolated (any Actor)? = #isolation) async
    -> ExchangeOutcome
  {
    await exchange([LargeWish(path: path, pointer: pointer, isPlaceholder: true)])[0]
  }

  /// Reports the results of an exchange and schedules the next steps.
  private func exchangeEnded(from before: ObjectID?) {
    frame.turnEnded(from: before)
    frame.schedule()
  }

  /// Whether files may be exchanged now: recording is on, git is not at work, and its changes to the branch have been
  /// read.
  var mayExchange: Bool {
    frame.observeGit()
    return !folder.mustInspect && folder.allows(.exchange)
  }

  /// Places the contents whose objects are here and that a turn left to be placed.
  func placeLarge() {
    guard waitingPlacements.start(hasNew: !recorder.exchanges.toPlace.isEmpty, at: time.now().monotonic) else { return }
    frame.start(.placeLarge)
  }

  /// Schedules a retry for contents that could not be placed because a program is saving the file or git is at work.
  package func placeLater(_ paths: [WorkspacePath]) {
    waitingPlacements.add(paths, at: time.now().monotonic)
    frame.schedule()
  }

  func placeWaiting(isolation: isolated (any Actor)? = #isolation) async {
    defer {
      waitingPlacements.end()
      frame.schedule()
    }
    while true {
      let again = waitingPlacements.take(at: time.now().monotonic)
      let paths = Set(recorder.exchanges.takeToPlace()).union(again).sorted()
      if paths.isEmpty { return }
      let wishes = paths.compactMap { path -> LargeWish? in
        guard let pointer = (try? recorder.disk.recordedPointer(at: path)) ?? nil, large.folder.holds(pointer) else {
          return nil
        }
        return LargeWish(path: path, pointer: pointer, isPlaceholder: false)
      }
      var busy: [WorkspacePath] = []
      for (wish, outcome) in zip(wishes, await exchange(wishes)) {
        let path = wish.path
        switch outcome {
        case .done:
          waitingPlacements.notePlaced()
          if again.contains(path) {
            events.publish(.downloaded, "the content of \(path) is here", paths: [path.string])
          }
        case .changed, .missing: break
        case .busy, .paused: busy.append(path)
        case .failed(let reason):
          events.publish(.problem, "\(path) could not be brought to its place: \(reason)", paths: [path.string])
        }
      }
      if !busy.isEmpty { placeLater(busy) }
    }
  }

  /// The maximum number of files in a group, and of their bytes, unless the group is one file.
  private static let groupFiles = 2_000

  private static let groupBytes = 64 << 20

  /// The length of a turn, in nanoseconds; the second value applies while another caller waits.
  private static let turn: (longest: Int64, whenWaitedFor: Int64) = (20_000_000, 4_000_000)

  private struct Begun {
    var number: Int
    var placing: LargePlacement
  }

  /// Exchanges contents and placeholders at their paths, unless a file is open in another program or has changed. A
  /// late write to a displaced file is merged in, as for every displaced file.
  ///
  /// The files are written in groups beside the turns. No commit is made, because the tip has the same version for both
  /// forms. When the call returns, the new files are durable. The caller must know whether an evicted content is held
  /// elsewhere; its object stays.
  ///
  /// - Returns: the outcome of each wish: `.changed` if the tip names another version by then, or if the path has
  ///   another file.
  func exchange(_ wishes: [LargeWish], isolation: isolated (any Actor)? = #isolation) async -> [ExchangeOutcome] {
    var outcomes = [ExchangeOutcome](repeating: .paused, count: wishes.count)
    var rest = wishes.indices
    var written: (group: [Begun], slots: [Result<String, any Error>])?
    var displaced: [LargeDisplaced] = []
    while !rest.isEmpty || written != nil || !displaced.isEmpty {
      let next = await gather(wishes, &rest, &outcomes)
      // One group is written while the previous one is exchanged; the displaced files of the one before are removed at
      // the same time.
      async let running = Self.run(LargeGroup(next.map(\.placing), after: displaced))
      var exchanged: [LargeDisplaced] = []
      if let written { exchanged = await end(written.group, written.slots, &outcomes) }
      let (slots, kept) = await running
      if !kept.isEmpty {
        let before = recorder.tip
        kept.forEach(recorder.keepDisplaced)
        exchangeEnded(from: before)
      }
      written = next.isEmpty ? nil : (next, slots)
      displaced = exchanged
    }
    // Before the answer, so that `git status` right after it finds nothing changed; during a large exchange the index
    // is updated at intervals.
    if following.indexRefresh.mayBegin(at: time.now().monotonic) { following.refreshIndex() }
    return outcomes
  }

  /// Begins the next wishes, up to one group, in turns.
  private func gather(
    _ wishes: [LargeWish], _ rest: inout Range<Int>, _ outcomes: inout [ExchangeOutcome],
    isolation: isolated (any Actor)? = #isolation
  ) async -> [Begun] {
    var group: [Begun] = []
    var bytes = 0
    while let number = rest.first, group.count < Self.groupFiles, bytes < Self.groupBytes {
      let isReached = turnClock()
      try? recorder.disk.followLargeTable()
      let mayWrite = mayExchange
      for number in rest[number...] {
        rest = rest.dropFirst()
        guard mayWrite else { continue }
        switch begin(wishes[number]) {
        case .failure(let stop): outcomes[number] = stop.outcome
        case .success(let placing):
          group.append(Begun(number: number, placing: placing))
          bytes += placing.size
        }
        if group.count >= Self.groupFiles || bytes >= Self.groupBytes || isReached() { break }
      }
      await Task.yield()
    }
    return group
  }

  /// Waits until files may be exchanged: none are while git is at work.
  ///
  /// - Parameter deadline: monotonic nanoseconds.
  func waitToExchange(until deadline: Int64, isolation: isolated (any Actor)? = #isolation) async {
    var seen = frame.changes.number
    while !mayExchange, time.now().monotonic < deadline {
      do { try await wait.next(past: seen, for: .exchange, until: deadline) } catch { return }
      seen = frame.changes.number
    }
  }

  private func begin(_ wish: LargeWish) -> Result<LargePlacement, ExchangeStop> {
    do throws(RecordError) {
      return wish.isPlaceholder
        ? try recorder.swapper.beginEvicting(wish.path, wish.pointer)
        : try recorder.swapper.beginPlacing(wish.path, wish.pointer)
    } catch { return .failure(ExchangeStop(.failed(error.description))) }
  }

  /// Exchanges the written files, in turns; returns the displaced files.
  private func end(
    _ group: [Begun], _ slots: [Result<String, any Error>], _ outcomes: inout [ExchangeOutcome],
    isolation: isolated (any Actor)? = #isolation
  ) async -> [LargeDisplaced] {
    var displaced: [LargeDisplaced] = []
    var rest = zip(group, slots).map { $0 }[...]
    while !rest.isEmpty {
      // A written file, which may be a film, is not discarded because of a git command that ends soon.
      await waitToExchange(until: time.now().monotonic + 2_000_000_000)
      let isReached = turnClock()
      let before = recorder.tip
      try? recorder.disk.followLargeTable()
      let mayWrite = mayExchange
      while let (begun, slot) = rest.popFirst() {
        switch slot {
        case .failure(let error): outcomes[begun.number] = .failed("\(error)")
        case .success(let slot):
          do throws(RecordError) {
            let ended = try recorder.exchangeLarge(begun.placing, in: slot, mayWrite: mayWrite)
            outcomes[begun.number] = ended.outcome
            if let file = ended.displaced { displaced.append(file) }
          } catch { outcomes[begun.number] = .failed(error.description) }
        }
        if isReached() { break }
      }
      exchangeEnded(from: before)
      await Task.yield()
    }
    return displaced
  }

  /// Returns a function that returns whether the turn is to end.
  private func turnClock() -> () -> Bool {
    let start = time.now().monotonic
    return { [time, recorder] in
      let spent = time.now().monotonic - start
      return spent >= Self.turn.longest || spent >= Self.turn.whenWaitedFor && recorder.log.isWaitedFor()
    }
  }

  private static func run(_ group: LargeGroup) async -> (slots: [Result<String, any Error>], kept: [LargeDisplaced]) {
    await onThread("stet.place", isBackground: true) { group.run() }
  }
}
