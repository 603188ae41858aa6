/// How much of a large file is on this machine.
package enum DownloadState: Hashable, Sendable {
  /// Only the pointer is.
  case notDownloaded
  /// It is coming; 0 to 100.
  case downloading(percent: Int)
  /// A content is here, and a newer one is coming.
  case downloaded
  /// What is here is what the tip names.
  case current
}
