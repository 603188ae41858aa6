/// What stands at a place on disk; the repository itself is never shown.
package struct LookReport: Sendable, Codable {
  /// What stands at the path.
  package var entry: LookEntry
  /// What stands in it, by name; folders before what is in them.
  package var entries: [LookEntry]

  /// Makes a report.
  package init(entry: LookEntry, entries: [LookEntry]) {
    self.entry = entry
    self.entries = entries
  }
}
