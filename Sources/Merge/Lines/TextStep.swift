/// The changes of one commit to a text, by sentence; enough to follow a place back through the versions.
struct TextStep {
  /// Bytes of the old text that bytes of the new one replace.
  struct Change: Hashable {
    /// The removed bytes.
    var old: Range<Int>
    /// The added bytes.
    var new: Range<Int>
  }

  /// The changes in order.
  let changes: [Change]

  /// Compares two versions.
  init(from old: [UInt8], to new: [UInt8], form: DocumentForm) {
    let (oldLines, newLines) = (TextLines(old), TextLines(new))
    var changes: [Change] = []
    var texts: (old: ProseText, new: ProseText)?
    for change in LineDiff.changes(from: oldLines, to: newLines) {
      let bytes = Change(old: oldLines.range(of: change.old), new: newLines.range(of: change.new))
      guard form != .lines, !change.old.isEmpty, !change.new.isEmpty,
        bytes.old.count + bytes.new.count <= ProseMerge.limit
      else {
        changes.append(bytes)
        continue
      }
      let known = texts ?? (ProseText(oldLines, form: form), ProseText(newLines, form: form))
      texts = known
      changes += Self.sentences(known.old, change.old, known.new, change.new)
    }
    self.changes = changes
  }

  private static func sentences(
    _ old: ProseText, _ oldLines: Range<Int>, _ new: ProseText, _ newLines: Range<Int>
  ) -> [Change] {
    let (oldTokens, newTokens) = (old.tokens(of: oldLines), new.tokens(of: newLines))
    var numbering = ProseNumbering()
    let oldNumbers = numbering.number(old, oldTokens)
    return LineDiff.changes(from: oldNumbers, to: numbering.number(new, newTokens)).map { change in
      Change(
        old: old.bytes(oldTokens, change.old, in: oldLines), new: new.bytes(newTokens, change.new, in: newLines))
    }
  }

  /// Returns the place in the old text of a place in the new one, and whether the step inserted or deleted anything in
  /// it.
  ///
  /// A deletion at the edge of the place counts as a deletion in it.
  func back(_ place: Range<Int>) -> (place: Range<Int>, isTouched: Bool) {
    var isTouched = false
    var shift = 0
    var lower: Int?
    var upper: Int?
    for change in changes {
      let isEdge = change.new.isEmpty || place.isEmpty
      let meets =
        isEdge
        ? change.new.lowerBound <= place.upperBound && place.lowerBound <= change.new.upperBound
        : change.new.overlaps(place)
      if meets {
        isTouched = true
        if lower == nil {
          lower =
            change.new.lowerBound <= place.lowerBound ? change.old.lowerBound : place.lowerBound - shift
        }
        upper =
          change.new.upperBound >= place.upperBound
          ? change.old.upperBound : place.upperBound - (change.new.upperBound - change.old.upperBound)
      } else if change.new.lowerBound >= place.upperBound {
        break
      }
      shift = change.new.upperBound - change.old.upperBound
    }
    let start = lower ?? place.lowerBound - shift
    let end = upper ?? place.upperBound - shift
    return (start..<max(start, end), isTouched)
  }
}
