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
