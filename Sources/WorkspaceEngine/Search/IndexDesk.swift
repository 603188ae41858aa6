internal import FolderKeeping
internal import GitObjects
internal import SearchIndex
internal import Synchronization
internal import WorkspaceAPI

/// The search index of a workspace: it follows the tip in the background, and answers searches.
final class IndexDesk: Sendable {
  /// The rest between a change of the tip and the step that follows it: many saves in a row cost one step.
  private static let rest = Duration.milliseconds(100)
  /// The rest before the first step after the workspace was opened.
  private static let firstRest = Duration.milliseconds(500)
  /// The rest after a step relative to its duration: half of the time of one processor, and a tenth while a burst of
  /// saves is recorded or files from the remote are placed.
  private static let share = (usual: 1, meanwhile: 9)
  /// The duration of steps from which their memory is returned to the system.
  private static let longWork = Duration.milliseconds(200)
  /// The smallest number of files that are read from the index: the caller may not see all of them.
  private static let fewest = 60
  /// The number of times that a search is begun again when the index proves wrong.
  private static let mostTries = 3

  /// The files that a search found.
  struct Found: Sendable {
    /// The files, best first, with their excerpts.
    var files: [(file: IndexedFile, excerpt: Excerpt)] = []
    /// Notes about the search for the reader.
    var notes: [String] = []
    /// The texts that are not searched as a whole.
    var partial: [PartialFile] = []
  }

  /// The owner of the index.
  let indexKeeper: IndexKeeper
  /// The recorder, which knows the tip.
  let keeper: FolderKeeper
  private let news: AsyncStream<Void>
  private let ticker: AsyncStream<Void>.Continuation
  private let position = Mutex(Position.unknown)

  /// The position of the index relative to the tip.
  private enum Position {
    /// The first step after the workspace was opened is still to come.
    case unknown
    case behind(IndexState)
    case current
  }

  /// Makes the desk of a workspace.
  init(root: String, keeper: FolderKeeper) {
    self.keeper = keeper
    indexKeeper = IndexKeeper(root: root, makers: keeper.tables.commitMakers)
    (news, ticker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// The progress while the index is behind the tip, or the reason why it is not on the disk; nil if it is current, and
  /// before the first step.
  var state: IndexState? {
    position.withLock {
      guard case .behind(let state) = $0 else { return nil }
      return state
    }
  }

  /// Whether the last step left the index at the tip and on the disk.
  var isCurrent: Bool {
    position.withLock {
      guard case .current = $0 else { return false }
      return true
    }
  }

  /// Schedules the next steps.
  func noteTip() { ticker.yield() }

  /// Follows the tip, until the stop. It uses at most half of the time of one processor, and a tenth during a burst.
  func attend() async {
    guard (try? await Task.sleep(for: Self.firstRest)) != nil else { return }
    ticker.yield()
    for await _ in news {
      var isDone = false
      var work = Duration.zero
      while !isDone {
        let start = ContinuousClock.now
        do throws(IndexFault) { isDone = try await step() } catch {
          // The next change of the tip, or the next search, tries again.
          note(SearchIndexer.Progress(problem: error.reason), isDone: true)
          isDone = true
        }
        let time = ContinuousClock.now - start
        work += time
        if isDone, work > Self.longWork { await indexKeeper.releaseMemory() }
        let isInBurst = await keeper.run { $0.work.batches.isInBurst }
        let pause = isDone ? Self.rest : time * (isInBurst ? Self.share.meanwhile : Self.share.usual)
        guard (try? await Task.sleep(for: pause)) != nil else { return }
      }
    }
  }

  /// Ends `attend` and closes the database.
  func close() async {
    ticker.finish()
    await indexKeeper.close()
  }

  /// Returns the note about an index that is not on the disk.
  static func memoryNote(_ problem: String) -> String {
    "The index could not be kept on the disk (\(problem)); it was built in memory."
  }

  private func step() async throws(IndexFault) -> Bool {
    guard let tip = await keeper.tip else { return true }
    let (isDone, progress) = try await indexKeeper.step(to: tip)
    note(progress, isDone: isDone)
    return isDone
  }

  /// Keeps the progress for the status.
  func note(_ progress: SearchIndexer.Progress, isDone: Bool) {
    position.withLock { $0 = isDone && progress.problem == nil ? .current : .behind(IndexState(progress)) }
  }

  /// Returns the files that match a query, best first, after the index has reached the tip.
  ///
  /// - Parameters:
  ///   - range: the positions among the admitted files to return.
  ///   - admitted: returns those of some files that the caller may see.
  ///   - behind: receives the progress while the index is behind.
  /// - Throws: `VerbError` if the repository fails, or the index fails on disk and in memory.
  func search(
    _ query: SearchQuery, _ filter: SearchFilter, range: Range<Int>,
    admitted: ([IndexedFile]) async -> [IndexedFile], behind: (IndexState) -> Void
  ) async throws(VerbError) -> Found {
    var limit = max(Self.fewest, range.upperBound * 2)
    var tries = 0
    do throws(IndexFault) {
      while tries < Self.mostTries {
        guard let tip = await keeper.tip else { return Found() }
        switch try await indexKeeper.search(query, filter, limit: limit, at: tip) {
        case .behind(let progress):
          note(progress, isDone: false)
          behind(IndexState(progress))
        case .found((let files, let partial), let problem):
          note(SearchIndexer.Progress(problem: problem), isDone: true)
          let seen = await admitted(files)
          if seen.count < range.upperBound, files.count == limit {
            limit *= 4
            continue
          }
          let page = Array(seen.dropFirst(range.lowerBound).prefix(range.count))
          guard let excerpts = try await indexKeeper.excerpts(of: page, for: query, at: tip) else {
            tries += 1
            continue
          }
          var found = Found(files: Array(zip(page, excerpts)), partial: partial)
          if let problem { found.notes.append(Self.memoryNote(problem)) }
          return found
        }
        if Task.isCancelled { break }
      }
    } catch {
      throw VerbError(.failed, "The search failed: \(error.reason)")
    }
    throw VerbError(.busy, "The files change faster than they can be searched.", next: "Try again.")
  }
}

extension IndexState {
  /// Creates the state that a report shows of the indexer's progress.
  init(_ progress: SearchIndexer.Progress) {
    self.init(done: progress.done, total: progress.total, problem: progress.problem)
  }
}
