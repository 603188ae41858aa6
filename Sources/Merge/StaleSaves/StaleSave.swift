/// The meaning of a save whose editor may have loaded the file before somebody else changed it.
package enum StaleSave: Hashable, Sendable {
  /// (a) The save was made from the current version.
  case ordinary
  /// (b) The save restores or replaces a version; it is kept, with a notice.
  case replacement
  /// (c) The save was made from an older version, and nobody read the current one; it is merged with that base.
  case merge(base: Int)
  /// (d) The save was made from an older version, and somebody may have read the current one; it is kept, with a notice
  /// whose one step is the merge.
  case notice(base: Int)

  /// A past or current version of a path.
  package struct Version: Hashable, Sendable {
    /// The content; nil if there was no file.
    package var text: [UInt8]?
    /// Whether certainly nobody but Stet read it, so that no text was made from it.
    package var isUnread: Bool
    /// Whether somebody certainly read it: the person's own version, or one whose opening was observed.
    package var wasRead: Bool
    package var writer: Writer

    package init(text: [UInt8]?, isUnread: Bool = false, wasRead: Bool = false, writer: Writer = .person) {
      self.text = text
      self.isUnread = isUnread
      self.wasRead = wasRead
      self.writer = writer
    }
  }

  /// The writer of a version.
  package enum Writer: Hashable, Sendable {
    /// The person, on this machine.
    case person
    /// An agent, on this machine.
    case agent
    /// Somebody on another machine.
    case elsewhere
  }

  /// Judges a save.
  ///
  /// - Parameters:
  ///   - text: the saved text.
  ///   - versions: the path's versions, newest (the one that the save replaced) first; only the last may be a missing
  ///     file.
  ///   - gitRanLately: whether git worked in the folder within the last second.
  package static func classify(_ text: [UInt8], versions: [Version], gitRanLately: Bool) -> StaleSave {
    guard versions.count > 1, let current = versions.first, let content = current.text else { return .ordinary }
    // The person never wrote the file: a save that shares little with it was begun before the file existed.
    let isOthers = versions.last?.text == nil && versions.dropLast().allSatisfy { $0.writer != .person }
    let isAgents = isOthers && versions.dropLast().allSatisfy { $0.writer == .agent }
    let candidates = versions.indices.filter { !versions[$0].isUnread && versions[$0].text != nil }
    // An editor adds the end that the last line lacks: that is no change.
    let (saved, ended) = (TextLines.ended(text), versions.map { TextLines.ended($0.text ?? []) })
    let nearest = BaseFinder.nearest(to: saved, among: candidates.map { ended[$0] })
    // A program that appends to a file (`>>`) reads nothing and removes nothing.
    if current.isUnread, text.starts(with: content),
      nearest.map({ $0.changedLines >= LineDiff.distance(from: ended[0], to: saved) }) ?? true
    {
      return .ordinary
    }
    let canMerge = !gitRanLately && TextMerge.isText(text)
    guard let nearest else {
      guard canMerge else { return .replacement }
      // The version that it was made from is unknown. A save that shares much with a version that nobody opened here
      // was made where that version was read, or from the same skeleton: it is kept, with a notice.
      guard versions.last?.text == nil else { return .notice(base: versions.count - 1) }
      let share = BaseFinder.nearest(to: saved, among: [ended[0]])?.share ?? 0
      return isAgents && share < 0.5 ? .merge(base: versions.count - 1) : .replacement
    }
    let base = candidates[nearest.version]
    if base == 0 {
      if (isOthers || !current.wasRead) && nearest.share < 0.5 { return .replacement }
      // Nothing shows which of the two versions it was made from.
      guard !current.wasRead, canMerge, let older = older(asNearTo: saved, ended, candidates) else {
        return .ordinary
      }
      return .notice(base: older)
    }
    if versions[base].text == text || nearest.share < 0.5 || !canMerge { return .replacement }
    let safe = oldest(asNearTo: saved, as: base, versions, ended, candidates)
    return current.isUnread ? .merge(base: safe) : .notice(base: safe)
  }

  /// Returns the oldest version that a text may as well have been made from as from the nearest one, if only others
  /// wrote what came after it; else the nearest one.
  ///
  /// Nothing shows which of them the text was made from. From the older one no change of others is lost: the merge
  /// keeps it, or lists it as a conflict. A person's own version is certainly known to the person's editor.
  private static func oldest(
    asNearTo text: [UInt8], as base: Int, _ versions: [Version], _ texts: [[UInt8]], _ candidates: [Int]
  ) -> Int {
    guard versions[base].writer != .person, candidates.contains(where: { $0 > base }) else { return base }
    let nearest = texts[base]
    let rivals = Rivals(of: nearest, for: text)
    var oldest = base
    for candidate in candidates.prefix(BaseFinder.limit) where candidate > base {
      guard versions[oldest..<candidate].allSatisfy({ $0.writer != .person }) else { break }
      let older = texts[candidate]
      // Of equally near texts the first is chosen.
      let isAsNear = BaseFinder.nearest(to: text, among: [older, nearest])?.version == 0
      if isAsNear || rivals.allows(older) && rivals.distance(from: older) <= rivals.least { oldest = candidate }
    }
    return oldest
  }

  /// Returns the older version that is as near to a text as the current one; nil if the text has a line that only the
  /// current version has.
  private static func older(asNearTo text: [UInt8], _ texts: [[UInt8]], _ candidates: [Int]) -> Int? {
    let rivals = Rivals(of: texts[0], for: text)
    var least = rivals.least
    var nearest: Int?
    for candidate in candidates.dropFirst().prefix(BaseFinder.limit - 1) {
      let distance = rivals.distance(from: texts[candidate])
      // Of equally near versions the newest is chosen.
      guard nearest == nil ? distance <= least : distance < least else { continue }
      (least, nearest) = (distance, candidate)
    }
    return nearest.flatMap { rivals.allows(texts[$0]) ? $0 : nil }
  }
}

/// The older versions that a text may have been made from instead of a newer one.
private struct Rivals {
  private let text: TextLines
  private let saved: Set<ArraySlice<UInt8>>
  private let present: Set<ArraySlice<UInt8>>
  /// The number of changed lines between the newer version and the text.
  let least: Int

  init(of newer: [UInt8], for text: [UInt8]) {
    self.text = TextLines(text)
    saved = Self.lines(of: text)
    present = Self.lines(of: newer)
    least = LineDiff.distance(from: newer, to: text)
  }

  /// Returns the number of changed lines between an older version and the text. Lines that neither the text nor the
  /// newer version has do not count: both sides may have deleted them.
  func distance(from older: [UInt8]) -> Int {
    let older = TextLines(older)
    return LineDiff.changes(from: older, to: text).reduce(0) { sum, change in
      sum + change.new.count + change.old.count { present.contains(older[$0..<($0 + 1)]) }
    }
  }

  /// Returns whether the text has no line that the newer version has and the older one lacks: such a line shows that
  /// the newer one was read.
  func allows(_ older: [UInt8]) -> Bool {
    saved.isDisjoint(with: present.subtracting(Self.lines(of: older)))
  }

  private static func lines(of text: [UInt8]) -> Set<ArraySlice<UInt8>> {
    let lines = TextLines(text)
    return Set((0..<lines.count).map { text[lines.range(of: $0)] })
  }
}
