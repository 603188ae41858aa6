/// The status of an object's download.
struct DownloadProgress: Sendable {
  /// The number of bytes received; nil while the download is not running.
  var received: Int?
  /// The reason why the download waits or failed; nil for neither.
  var problem: String?
}
