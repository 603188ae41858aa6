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
    let nearest = BaseFinder.nearest(to: text, among: candidates.map { versions[$0].text ?? [] })
    // A program that appends to a file (`>>`) reads nothing and removes nothing.
    if current.isUnread, text.starts(with: content),
      nearest.map({ $0.changedLines >= LineDiff.distance(from: content, to: text) }) ?? true
    {
      return .ordinary
    }
    let canMerge = !gitRanLately && TextMerge.isText(text)
    guard let nearest else {
      guard canMerge else { return .replacement }
      // The version that it was made from is unknown. A save that shares much with a version that nobody opened here
      // was made where that version was read, or from the same skeleton: it is kept, with a notice.
      guard versions.last?.text == nil else { return .notice(base: versions.count - 1) }
      let share = BaseFinder.nearest(to: text, among: [content])?.share ?? 0
      return isAgents && share < 0.5 ? .merge(base: versions.count - 1) : .replacement
    }
    let base = candidates[nearest.version]
    if base == 0 {
      if (isOthers || !current.wasRead) && nearest.share < 0.5 { return .replacement }
      // Nothing shows which of the two versions it was made from.
      guard !current.wasRead, canMerge, let older = older(asNearTo: text, versions, candidates) else {
        return .ordinary
      }
      return .notice(base: older)
    }
    if nearest.changedLines == 0 || nearest.share < 0.5 || !canMerge { return .replacement }
    let safe = oldest(asNearTo: text, as: base, versions, candidates)
    return current.isUnread ? .merge(base: safe) : .notice(base: safe)
  }

  /// Returns the oldest version that is as near to a text as a version is, if only others wrote what came after it;
  /// else that version.
  ///
  /// Nothing shows which of them the text was made from. From the older one no change of others is lost: the merge
  /// keeps it, or lists it as a conflict. A person's own version is certainly known to the person's editor.
  private static func oldest(
    asNearTo text: [UInt8], as base: Int, _ versions: [Version], _ candidates: [Int]
  ) -> Int {
    var oldest = base
    for candidate in candidates.prefix(BaseFinder.limit) where candidate > base {
      guard versions[oldest..<candidate].allSatisfy({ $0.writer != .person }) else { break }
      let pair = [versions[base].text ?? [], versions[candidate].text ?? []]
      // Of equally near texts the first is chosen.
      if BaseFinder.nearest(to: text, among: pair.reversed())?.version == 0 { oldest = candidate }
    }
    return oldest
  }

  /// Returns the older version that is as near to a text as the current one; nil if the text has a line that only the
  /// current version has.
  ///
  /// Lines that neither the text nor the current version has do not count: both sides may have deleted them.
  private static func older(asNearTo text: [UInt8], _ versions: [Version], _ candidates: [Int]) -> Int? {
    guard let current = versions.first?.text else { return nil }
    let (saved, present) = (lines(of: text), lines(of: current))
    var least = LineDiff.distance(from: current, to: text)
    var nearest: Int?
    for candidate in candidates.dropFirst().prefix(BaseFinder.limit - 1) {
      let older = TextLines(versions[candidate].text ?? [])
      let distance = LineDiff.changes(from: older, to: TextLines(text)).reduce(0) { sum, change in
        sum + change.new.count + change.old.count { present.contains(older[$0..<($0 + 1)]) }
      }
      // Of equally near versions the newest is chosen.
      guard nearest == nil ? distance <= least : distance < least else { continue }
      (least, nearest) = (distance, candidate)
    }
    guard let nearest else { return nil }
    return saved.isDisjoint(with: present.subtracting(lines(of: versions[nearest].text ?? []))) ? nearest : nil
  }

  private static func lines(of text: [UInt8]) -> Set<ArraySlice<UInt8>> {
    let lines = TextLines(text)
    return Set((0..<lines.count).map { text[lines.range(of: $0)] })
  }
}
