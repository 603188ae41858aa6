internal import GitObjects
internal import WorkspaceAPI

/// A place in the events of history: the events that a reader knows. Pure.
///
/// Its text is the `cursor` of an event: the ids of commits, joined by `+`, and after a dot the number of known events
/// of the first one (none if all are known).
struct EventPlace: Hashable, Sendable {
  /// The known commits without a known child, the last reported one first: all their ancestors are known. Empty before the
  /// first commit.
  private(set) var heads: [ObjectID]
  /// The number of known events of the first head; nil for all.
  private(set) var part: Int?

  /// Creates a place behind all events of commits and of their ancestors, or of the first one behind some events only.
  init(_ heads: [ObjectID], part: Int? = nil) {
    self.heads = heads
    self.part = part
  }

  var text: String {
    guard !heads.isEmpty else { return EventsRequest.start }
    return heads.map(\.hex).joined(separator: "+") + (part.map { ".\($0)" } ?? "")
  }

  /// Adds a commit whose parents are all known.
  mutating func add(_ commit: ObjectID, parents: [ObjectID]) {
    heads = [commit] + heads.filter { $0 != commit && !parents.contains($0) }
    part = nil
  }

  /// Returns the place behind some events of the first head.
  func behind(_ count: Int) -> EventPlace { EventPlace(heads, part: count) }
}

/// A cursor as a reader gave it: its commits may be abbreviated. Pure.
struct EventCursor: Hashable {
  /// The names of the commits, each of 7 to 40 hexadecimal digits; none for the start.
  var names: [String]
  /// The number of known events of the first one; nil for all.
  var part: Int?

  private static let mostNames = 64

  /// Reads a cursor; nil for another text.
  init?(_ text: String) {
    guard text != EventsRequest.start else {
      names = []
      return
    }
    let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 2 {
      guard let count = Int(halves[1]), count > 0, halves[1].utf8.count < 10 else { return nil }
      part = count
    }
    names = halves[0].split(separator: "+", omittingEmptySubsequences: false).map { $0.lowercased() }
    guard !names.isEmpty, names.count <= Self.mostNames, names.allSatisfy(Self.isName) else { return nil }
  }

  private static func isName(_ text: String) -> Bool {
    (7...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
