/// The states of a workspace's large files in numbers.
package struct LargeSummary: Sendable, Codable, Hashable {
  /// The number of large files.
  package var files: Int
  /// The number of files whose content is here.
  package var current: Int
  /// The number of objects that wait for download or are being downloaded.
  package var downloads: Int
  /// The number of their bytes.
  package var downloadBytes: Int
  /// The number of objects that wait for upload or are being uploaded.
  package var uploads: Int
  /// The reason why transfers wait; nil if they do not.
  package var waits: String?
  /// The present errors, a sentence each, an unreachable server first; the daemon retries by itself.
  package var problems: [String]

  /// Creates a summary.
  package init(
    files: Int, current: Int, downloads: Int, downloadBytes: Int, uploads: Int, waits: String?, problems: [String] = []
  ) {
    self.files = files
    self.current = current
    self.downloads = downloads
    self.downloadBytes = downloadBytes
    self.uploads = uploads
    self.waits = waits
    self.problems = problems
  }
}
