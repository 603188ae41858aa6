internal import GitObjects
internal import Merge

/// The number of missed lines of saves that later texts contain: it decides whether to make the expensive merge that
/// finds whether a text has all of them. Pure.
struct MissedLines: Hashable, Sendable {
  /// The greatest number of bytes of versions that are compared; beyond it a person answers the question.
  private static let limit = 4 << 20

  private struct Known: Hashable {
    var unseen: UnseenVersions
    /// Lines that others added, each as its hash.
    var added: Set<Int> = []
    /// Lines that others removed.
    var removed: Set<Int> = []
    var isTooLarge = false
    /// The added lines that the last text has, and the removed ones that it lacks.
    var missed: Set<Int> = []
  }

  private var known: [WorkspacePath: Known] = [:]

  /// Compares a path's new text; returns whether it has more of the missed lines of a save than the previous text.
  ///
  /// - Parameter read: returns a version's text of at most so many bytes; nil for a larger one.
  /// - Throws: `ObjectStoreError` for the first version that cannot be read.
  mutating func note(
    _ text: ObjectID, at path: WorkspacePath, _ unseen: UnseenVersions,
    _ read: (ObjectID, Int) throws(ObjectStoreError) -> [UInt8]?
  ) throws(ObjectStoreError) -> Bool {
    var lines = Known(unseen: unseen)
    if let earlier = known[path], earlier.unseen == unseen { lines = earlier } else { Self.find(&lines, read) }
    guard !lines.isTooLarge, let text = try read(text, Self.limit) else {
      known[path] = lines
      return false
    }
    let present = Self.lines(of: text)
    let missed = lines.added.intersection(present).union(lines.removed.subtracting(present))
    let isNearer = !missed.isSubset(of: lines.missed)
    lines.missed = missed
    known[path] = lines
    return isNearer
  }

  /// Forgets a path.
  mutating func forget(_ path: WorkspacePath) { known[path] = nil }

  private static func find(
    _ lines: inout Known, _ read: (ObjectID, Int) throws(ObjectStoreError) -> [UInt8]?
  ) {
    var texts: [ObjectID: Set<Int>] = [:]
    var room = limit
    for step in lines.unseen.steps {
      for blob in [step.isNew ? nil : step.base, step.version.blob].compactMap(\.self) where texts[blob] == nil {
        // A version that is no longer here has no lines.
        let content: [UInt8]?
        do throws(ObjectStoreError) { content = try read(blob, room) } catch { content = [] }
        guard let text = content else {
          lines.isTooLarge = true
          return
        }
        room -= text.count
        texts[blob] = Self.lines(of: text)
      }
      let base = step.isNew ? [] : texts[step.base] ?? []
      let theirs = texts[step.version.blob] ?? []
      lines.added.formUnion(theirs.subtracting(base))
      lines.removed.formUnion(base.subtracting(theirs))
    }
  }

  /// Returns the lines of a text without their ends, each as its hash.
  private static func lines(of text: [UInt8]) -> Set<Int> {
    let lines = TextLines(text)
    var hashes: Set<Int> = []
    text.withUnsafeBytes { bytes in
      for line in 0..<lines.count {
        let range = lines.range(of: line)
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound..<end]))
        hashes.insert(hasher.finalize())
      }
    }
    return hashes
  }
}
