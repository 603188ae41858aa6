/// Large files and their states.
package struct LargeReport: Sendable, Codable {
  /// The files, in order of their paths.
  package var files: [LargeFileState]
  /// The reason why transfers wait; nil if they do not.
  package var waits: String?

  /// Creates a report.
  package init(files: [LargeFileState], waits: String?) {
    self.files = files
    self.waits = waits
  }
}
