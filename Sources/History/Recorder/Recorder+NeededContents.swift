package import GitObjects
package import LargeFiles

extension Recorder {
  /// The contents of large files that something here needs or may need: what the tip names, what stands and waits for a
  /// newer one, what is held, and what was displaced.
  package func neededContents() throws(ObjectStoreError) -> Set<ContentID> {
    try followLargeTable()
    var needed = Set(largeTable.files.values.map(\.pointer.id))
    var versions = unplaced.values.compactMap(\.expected) + displaced.values.map(\.accounted)
    versions += displaced.values.compactMap { $0.proven?.blob }
    for path in held.keys {
      if let entry = try heldEntry(at: path), entry.mode.isFile { versions.append(entry.id) }
    }
    for version in versions {
      if let pointer = pointer(in: version) { needed.insert(pointer.id) }
    }
    return needed
  }
}
