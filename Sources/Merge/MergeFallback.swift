/// Why a file was merged more coarsely than its kind allows.
package enum MergeFallback: Hashable, Sendable, CustomStringConvertible {
  /// A side's front matter cannot be read, or the merged one would not read as it was meant.
  case frontMatterByLines
  /// A side's text has conflict markers, so its paragraphs may be torn.
  case markersByLines
  /// A place that both sides changed is too long to be searched for sentences.
  case sentencesByLines
  /// A side is neither JSON nor JSON Lines, as its rule promises.
  case recordsByLines
  /// The sides are not all text in one encoding.
  case notText
  /// The sides differ in more bytes than are merged.
  case tooLarge
  /// A folder that both sides changed lies deeper than any path is long.
  case tooDeep

  /// A sentence for people, without the file's name.
  package var description: String {
    switch self {
    case .frontMatterByLines: "its front matter cannot be read as keys and was merged by lines"
    case .markersByLines: "it has conflict markers of its own and was merged by lines"
    case .sentencesByLines: "the place that both sides changed is very long and was merged by lines"
    case .recordsByLines: "it cannot be read as JSON or JSON Lines and was merged by lines"
    case .notText: "the versions are not text in one encoding; one whole version stands"
    case .tooLarge: "the versions are too large to be mixed; one whole version stands"
    case .tooDeep: "the folder lies deeper than a path can be long; one side's stands as a whole"
    }
  }
}
