internal import FileSystem
internal import GitObjects
internal import Recording
internal import Threads
internal import WorkTree
internal import WorkspaceAPI

/// Compares the files with the recorded state at the start, beside the turns: reading verbs are answered meanwhile.
///
/// Belongs to the executor of `FolderKeeper`. The gate allows no turn to record or write until the end.
final class StartComparison {
  private let recorder: Recorder
  /// The files of the tip at the opening; nil after the comparison.
  private var listing: TipListing?
  private let events: EventHub
  private let isSameBoot: Bool
  /// The progress of the comparison.
  private(set) var progress: CheckProgress

  /// Creates the part.
  ///
  /// - Parameters:
  ///   - listing: the files of the tip.
  ///   - isSameBoot: whether the machine was not restarted since the store was last used.
  init(recorder: Recorder, listing: TipListing, events: EventHub, isSameBoot: Bool) {
    self.recorder = recorder
    self.listing = listing
    self.events = events
    self.isSameBoot = isSameBoot
    progress = CheckProgress(done: 0, total: listing.count)
  }

  /// Reads the stored stat cache on a thread, and passes it to the recorder.
  func readCache(isolation: isolated (any Actor)? = #isolation) async {
    guard !recorder.knowsCache else { return }
    let tree = recorder.tree
    let cache = await onThread("stet.cache") { StatCache(from: tree) }
    do throws(RecordError) { try recorder.take(cache, isSameBoot: isSameBoot) } catch {
      events.publish(.problem, error.description)
    }
  }

  /// Returns the paths whose state on disk is not proven to be that of the listing; nil if the comparison failed, or if
  /// the tip had changed before it: the scan then compares again.
  func changedPaths(isolation: isolated (any Actor)? = #isolation) async -> [Observation]? {
    defer { self.listing = nil }
    guard let listing, listing.root == recorder.tipTree else { return nil }
    var comparison = FolderComparison(of: recorder.disk, with: listing, believesDeletions: false)
    while true {
      let folders = comparison.takeFolders()
      if folders.isEmpty { break }
      let survey = comparison.survey
      let readings = await onThread("stet.scan") { survey.read(folders) }
      do throws(FileError) { try comparison.take(readings) } catch { return nil }
      progress.done = comparison.compared
    }
    return comparison.changedPaths()
  }
}
