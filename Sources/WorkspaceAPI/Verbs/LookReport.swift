/// The file or folder at a path on disk; the repository itself is never shown.
package struct LookReport: Sendable, Codable {
  /// The entry at the path.
  package var entry: LookEntry
  /// The entries in it, by name; folders before their contents.
  package var entries: [LookEntry]

  /// Creates a report.
  package init(entry: LookEntry, entries: [LookEntry]) {
    self.entry = entry
    self.entries = entries
  }
}
