/// The merge of two versions of a text.
package enum MergedText: Hashable, Sendable {
  /// A text with the changes of both sides.
  case clean([UInt8])
  /// A text with places that could keep only one side's text. Without regions it is one side's whole version.
  case overlapping(kept: [UInt8], regions: [ConflictRegion])

  /// The merged bytes.
  package var bytes: [UInt8] {
    switch self {
    case .clean(let bytes), .overlapping(let bytes, _): bytes
    }
  }

  /// Whether the text has the changes of both sides.
  package var isClean: Bool {
    if case .clean = self { true } else { false }
  }
}

/// A place where both sides changed the same or neighbouring lines, as ranges of lines counted from 0.
package struct ConflictRegion: Hashable, Sendable {
  /// The changed lines of the base.
  package var base: Range<Int>
  /// The lines of our side in their place.
  package var ours: Range<Int>
  /// The lines of their side in their place.
  package var theirs: Range<Int>
  /// The lines of the merged text that hold the kept text.
  package var kept: Range<Int>

  package init(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>, kept: Range<Int>) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.kept = kept
  }
}

/// The merge of two versions of a document.
package struct MergedDocument: Hashable, Sendable {
  /// The merged text, with the places where only one side's text could be kept.
  package var text: MergedText
  /// The sides whose text was kept in overlaps; empty if the text is clean.
  package var keptSides: Set<MergeSide> = []
  /// The reasons for merges coarser than the document's kind allows; each reason once.
  package var fallbacks: [MergeFallback]
}

/// The reason why a file was merged more coarsely than its kind allows.
package enum MergeFallback: Hashable, Sendable, CustomStringConvertible {
  /// A side's front matter cannot be parsed, or the merged one would not parse as intended.
  case frontMatterByLines
  /// A side's text has conflict markers, so its paragraphs may be broken.
  case markersByLines
  /// A place that both sides changed is too long to be searched for sentences.
  case sentencesByLines
  /// A side is neither JSON nor JSON Lines although its rule requires it.
  case recordsByLines
  /// The sides are not all text in one encoding.
  case notText
  /// The differing parts of the sides are larger than the limit of a merge.
  case tooLarge
  /// A folder that both sides changed is nested deeper than a path can be long.
  case tooDeep

  /// The reason as a sentence for people, without the file's name.
  package var description: String {
    switch self {
    case .frontMatterByLines: "its front matter cannot be read as keys and was merged by lines"
    case .markersByLines: "it has conflict markers of its own and was merged by lines"
    case .sentencesByLines: "the place that both sides changed is very long and was merged by lines"
    case .recordsByLines: "it cannot be read as JSON or JSON Lines and was merged by lines"
    case .notText: "the versions are not text in one encoding; one whole version was kept"
    case .tooLarge: "the versions are too large to be mixed; one whole version was kept"
    case .tooDeep: "the folder is nested deeper than a path can be long; one side's version was kept as a whole"
    }
  }
}

/// A file that was merged more coarsely than its kind allows.
package struct CoarserMerge: Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  package var path: String
  /// The reason for the coarser merge.
  package var reason: MergeFallback

  /// The file and the reason as a sentence for people.
  package var description: String { "\(path): \(reason)" }
}
