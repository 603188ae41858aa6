/// How the large files of a workspace stand, in numbers.
package struct LargeSummary: Sendable, Codable, Hashable {
  /// How many there are.
  package var files: Int
  /// How many have their content here.
  package var current: Int
  /// How many objects are to come.
  package var downloads: Int
  /// How many bytes they have.
  package var downloadBytes: Int
  /// How many wait to be sent, or are being sent.
  package var uploads: Int
  /// Why transfers wait; nil where they do not.
  package var waits: String?
  /// What goes wrong just now, a sentence each, an end that cannot be reached first; it is tried again by itself.
  package var problems: [String]

  /// Makes a summary.
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
