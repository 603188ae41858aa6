internal import Dispatch
internal import GitObjects
internal import History
internal import LargeFiles

extension WriteQueue {
  /// The large files of the tip at a path and below (nil: all), in order of their paths; no file is read.
  func largeFiles(under folder: WorkspacePath?) throws(ObjectStoreError) -> [LargeEntry] {
    try recorder.largeEntries(under: folder)
  }

  /// Whether attributes have a path's contents recorded as pointers, whatever stands there now.
  func isGivenToLFS(_ path: WorkspacePath) -> Bool { recorder.isGivenToLFS(path) }

  /// Whether a version of a path is a pointer that stands for a content.
  func isPointer(_ version: ObjectID, at path: WorkspacePath) -> Bool {
    guard recorder.pointer(in: version) != nil else { return false }
    return recorder.isGivenToLFS(path) || ((try? recorder.recordedPointer(at: path)) ?? nil) != nil
  }

  /// Puts the content of a large file, which is among the objects, where its placeholder stands, or the content of which
  /// it is the newer one.
  ///
  /// It is written beside the turns; nothing is recorded, since the tip has it as the same version.
  ///
  /// - Returns: `.changed` where the tip names another version, or something else stands there, by then.
  func place(_ path: WorkspacePath, _ pointer: Pointer) async -> ExchangeOutcome {
    let placing: LargePlacement
    do {
      guard mayExchange else { return .busy }
      switch try recorder.beginPlacing(path, pointer) {
      case .failure(let stop): return stop.outcome
      case .success(let begun): placing = begun
      }
    } catch { return .failed(error.description) }
    let written: Result<String, any Error> = await withCheckedContinuation { continuation in
      DispatchQueue(label: "stet.place", qos: .utility).async {
        continuation.resume(returning: Result { try placing.run() })
      }
    }
    switch written {
    case .failure(let error): return .failed("\(error)")
    case .success(let slot):
      let before = recorder.tip
      defer { exchangeEnded(from: before) }
      do throws(RecordError) {
        return try recorder.endPlacing(placing, in: slot, mayWrite: mayExchange)
      } catch { return .failed(error.description) }
    }
  }

  /// Puts the placeholder where the content of a large file stands, unless somebody has the file open or it changed; what
  /// is written to it late is merged in as with every displaced file.
  ///
  /// Whether the content is held elsewhere is for the caller to know; its object stays.
  func makePlaceholder(_ path: WorkspacePath, _ pointer: Pointer) -> ExchangeOutcome {
    guard mayExchange else { return .busy }
    let before = recorder.tip
    defer { exchangeEnded(from: before) }
    do throws(RecordError) { return try recorder.makePlaceholder(path, pointer) } catch {
      return .failed(error.description)
    }
  }

  private func exchangeEnded(from before: ObjectID?) {
    turnEnded(from: before)
    schedule()
  }

  private var mayExchange: Bool {
    observeGit()
    return isRecording && foreign.mayWrite(at: time.now().monotonic)
  }

  /// Places the contents whose objects are here and that a turn left to be placed.
  func placeLarge() {
    let isDue = !placeLater.isEmpty && placeAt <= time.now().monotonic
    guard !isPlacingLarge, isDue || !recorder.toPlace.isEmpty else { return }
    isPlacingLarge = true
    Task { [weak self] in await self?.placeWaiting() }
  }

  /// Has a content placed that could not be: somebody is saving, or git is at work. That ends.
  func placeLater(_ path: WorkspacePath) {
    placeLater.insert(path)
    placeAt = time.now().monotonic + placePause.next
    placePause.lengthen()
    schedule()
  }

  private func placeWaiting() async {
    defer { isPlacingLarge = false }
    while true {
      let again = placeAt <= time.now().monotonic ? placeLater : []
      placeLater.subtract(again)
      let paths = Set(recorder.takeToPlace()).union(again).sorted()
      if paths.isEmpty { return }
      for path in paths {
        guard let pointer = (try? recorder.recordedPointer(at: path)) ?? nil, large.folder.holds(pointer) else {
          continue
        }
        switch await place(path, pointer) {
        case .done:
          placePause.reset()
          if again.contains(path) {
            events.publish(.downloaded, "the content of \(path) is here", paths: [path.string])
          }
        case .changed, .missing: break
        case .busy: placeLater(path)
        case .failed(let reason):
          events.publish(.problem, "\(path) could not be brought to its place: \(reason)", paths: [path.string])
        }
      }
    }
  }
}
