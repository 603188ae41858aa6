/// Large files, and how they stand.
package struct LargeReport: Sendable, Codable {
  /// The files, in order of their paths.
  package var files: [LargeFileState]
  /// Why transfers wait; nil where they do not.
  package var waits: String?

  /// Makes a report.
  package init(files: [LargeFileState], waits: String?) {
    self.files = files
    self.waits = waits
  }
}
