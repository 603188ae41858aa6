/// The download state of a large file on this machine.
package enum DownloadState: Hashable, Sendable {
  /// Only the pointer is here.
  case notDownloaded
  /// The download is in progress; 0 to 100.
  case downloading(percent: Int)
  /// An older content is here; the current one is not downloaded yet.
  case downloaded
  /// The tip's content is here.
  case current
}
