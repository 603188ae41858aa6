internal import GitObjects
internal import History
internal import LargeFiles
internal import Threads

extension WriteQueue {
  /// So many files are written together, and so many bytes unless one file alone has more.
  private static let groupFiles = 2_000
  private static let groupBytes = 64 << 20
  /// How long a turn takes, nanoseconds; the second where somebody waits.
  private static let turn: (longest: Int64, whenWaitedFor: Int64) = (20_000_000, 4_000_000)

  private struct Begun {
    var number: Int
    var placing: LargePlacement
  }

  /// Has contents and placeholders take each other's place, unless somebody has the file open or it changed; what is
  /// written late to what was displaced is merged in as with every displaced file.
  ///
  /// They are written in groups beside the turns. Nothing is recorded, since the tip has both as the same version. When
  /// the call returns, what took a file's place is durable. Whether a content that goes is held elsewhere is for the
  /// caller to know; its object stays.
  ///
  /// - Returns: of each what became of it: `.changed` where the tip names another version, or something else stands
  ///   there, by then.
  func exchange(_ wishes: [LargeWish]) async -> [ExchangeOutcome] {
    var outcomes = [ExchangeOutcome](repeating: .paused, count: wishes.count)
    var rest = wishes.indices
    var written: (group: [Begun], slots: [Result<String, any Error>])?
    var displaced: [LargeDisplaced] = []
    while !rest.isEmpty || written != nil || !displaced.isEmpty {
      let next = await gather(wishes, &rest, &outcomes)
      // One group is written while the one before it is exchanged; what the one before that displaced goes meanwhile.
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
    // `git status` right after it finds nothing changed; where much is exchanged, the index follows now and then.
    if refreshAt <= time.now().monotonic { refreshIndex() }
    return outcomes
  }

  /// Begins what comes next of the wishes, as many as are written together, turn by turn.
  private func gather(
    _ wishes: [LargeWish], _ rest: inout Range<Int>, _ outcomes: inout [ExchangeOutcome]
  ) async -> [Begun] {
    var group: [Begun] = []
    var bytes = 0
    while let number = rest.first, group.count < Self.groupFiles, bytes < Self.groupBytes {
      let isReached = turnClock()
      try? recorder.followLargeTable()
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

  /// Waits until files may be exchanged: while git is at work nothing is.
  ///
  /// - Parameter deadline: until when, monotonic nanoseconds.
  func waitToExchange(until deadline: Int64) async {
    while !mayExchange, time.now().monotonic < deadline {
      do { try await Task.sleep(nanoseconds: 20_000_000) } catch { return }
    }
  }

  private func begin(_ wish: LargeWish) -> Result<LargePlacement, ExchangeStop> {
    do throws(RecordError) {
      return wish.isPlaceholder
        ? try recorder.beginEvicting(wish.path, wish.pointer) : try recorder.beginPlacing(wish.path, wish.pointer)
    } catch { return .failure(ExchangeStop(.failed(error.description))) }
  }

  /// Exchanges what was written, turn by turn; answers what was displaced.
  private func end(
    _ group: [Begun], _ slots: [Result<String, any Error>], _ outcomes: inout [ExchangeOutcome]
  ) async -> [LargeDisplaced] {
    var displaced: [LargeDisplaced] = []
    var rest = zip(group, slots).map { $0 }[...]
    while !rest.isEmpty {
      // What was written, a film maybe, is not thrown away for a git command that ends soon.
      await waitToExchange(until: time.now().monotonic + 2_000_000_000)
      let isReached = turnClock()
      let before = recorder.tip
      try? recorder.followLargeTable()
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

  /// Tells, from now on, whether the turn is to end.
  private func turnClock() -> () -> Bool {
    let start = time.now().monotonic
    return { [time, recorder] in
      let spent = time.now().monotonic - start
      return spent >= Self.turn.longest || spent >= Self.turn.whenWaitedFor && recorder.isWaitedFor()
    }
  }

  private static func run(_ group: LargeGroup) async -> (slots: [Result<String, any Error>], kept: [LargeDisplaced]) {
    await onThread("stet.place", isBackground: true) { group.run() }
  }
}
