/// Requests the state of large files, or an action on them.
package struct LargeRequest: Verb {
  package typealias Answer = LargeReport
  package static let name = "large"

  /// The requested action.
  package enum Action: String, Sendable, Codable {
    /// Nothing: reports the files and their states.
    case look
    /// Downloads the contents; the answer comes as soon as the download has begun.
    case download
    /// Cancels the transfers.
    case cancel
    /// Replaces the contents by placeholders.
    case evict
    /// Downloads the contents and never evicts them.
    case pin
    /// Permits eviction again.
    case unpin
  }

  /// The requested action.
  package var action: Action
  /// Files, folders, and patterns with `*`, `?` or `[`; empty for all.
  package var paths: [String]
  package var caller: Caller

  package init(_ action: Action, paths: [String] = [], caller: Caller = .person) {
    self.action = action
    self.paths = paths
    self.caller = caller
  }
}

/// Large files and their states.
package struct LargeReport: Sendable, Codable {
  /// The files, in order of their paths.
  package var files: [LargeFileState]
  /// The reason why transfers wait; nil if they do not.
  package var waits: String?

  package init(files: [LargeFileState], waits: String?) {
    self.files = files
    self.waits = waits
  }
}

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
