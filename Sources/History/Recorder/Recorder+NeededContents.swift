package import GitObjects
package import LargeFiles

extension Recorder {
  /// Returns the contents of large files that may still be needed: those of the tip, older ones that wait for a newer
  /// one, held ones, and displaced ones.
  package func neededContents() throws(ObjectStoreError) -> Set<ContentID> {
    try followLargeTable()
    var needed = Set(largeTable.files.values.map(\.pointer.id))
    var versions = unplaced.values.compactMap(\.expected) + slots.files.map(\.accounted)
    versions += slots.files.compactMap { $0.proven?.blob }
    for path in held.keys {
      if let entry = try heldEntry(at: path), entry.mode.isFile { versions.append(entry.id) }
    }
    for version in versions {
      if let pointer = pointer(in: version) { needed.insert(pointer.id) }
    }
    return needed
  }
}
