internal import FileSystem
internal import Git
internal import GitObjects
internal import Recording
internal import Threads
internal import WorkTree

/// Compares the files with the recorded state at the start, beside the turns: reading verbs are answered meanwhile.
///
/// Belongs to the executor of `FolderKeeper`. The gate allows no turn to record or write until the end.
final class StartComparison {
  private let recorder: Recorder
  private let root: String
  private let events: EventHub
  private let isSameBoot: Bool
  /// The number of files that were compared so far, and their total; nil except during the comparison.
  private(set) var progress: (done: Int, total: Int)?

  /// Creates the part.
  ///
  /// - Parameters:
  ///   - root: the folder.
  ///   - isSameBoot: whether the machine was not restarted since the store was last used.
  init(recorder: Recorder, root: String, events: EventHub, isSameBoot: Bool) {
    self.recorder = recorder
    self.root = root
    self.events = events
    self.isSameBoot = isSameBoot
  }

  /// Reads the stored state of the files and the names of the tip, each on a thread; passes the state to the recorder.
  ///
  /// - Returns: the names of the tip; nil if they could not be read, which the scan reports.
  func readFiles(isolation: isolated (any Actor)? = #isolation) async -> TipListing? {
    let (root, tree, tip) = (root, recorder.tree, recorder.tipTree)
    let isKnown = recorder.knowsFiles
    async let stored = onThread("stet.cache") { isKnown ? nil : StatCache(from: tree) }
    let listing = await onThread("stet.listing") { () -> TipListing? in
      // The recorder's handle stays on its own thread.
      (try? Repository(root: root)).flatMap { try? TipListing(tip, in: $0) }
    }
    guard let cache = await stored else { return listing }
    do throws(RecordError) {
      try StoredFiles(cache: cache, listing: listing).pass(to: recorder, isSameBoot: isSameBoot)
    } catch {
      events.publish(.problem, error.description)
    }
    return listing
  }

  /// Returns the paths whose state on disk is not proven to be the tip's; nil if the comparison failed, or if the tip
  /// is not the one of the listing any more: the scan then compares again.
  func changedPaths(_ listing: TipListing?, isolation: isolated (any Actor)? = #isolation) async -> [Observation]? {
    guard let listing, listing.root == recorder.tipTree else { return nil }
    defer { progress = nil }
    progress = (0, listing.count)
    var comparison = FolderComparison(of: recorder.disk, with: listing, believesDeletions: false)
    while true {
      let folders = comparison.takeFolders()
      if folders.isEmpty { break }
      let survey = comparison.survey
      let readings = await onThread("stet.scan") { survey.read(folders) }
      do throws(FileError) { try comparison.take(readings) } catch { return nil }
      progress = (comparison.compared, listing.count)
    }
    return listing.root == recorder.tipTree ? comparison.changedPaths() : nil
  }
}
