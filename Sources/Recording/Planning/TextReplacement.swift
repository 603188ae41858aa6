internal import Documents
internal import Merge
internal import WorkTree

/// The replacement of a text in a content, of one place or of all places. Pure.
struct TextReplacement {
  /// The text to find.
  var old: String
  /// The text in its place.
  var new: String
  /// Whether all places are replaced; otherwise there must be exactly one.
  var everywhere = false

  /// Returns the content with the new text.
  ///
  /// - Throws: `WriteRefusal.notText` if the content is no text, `.notUnique` if the text is not found, or is found
  ///   several times.
  func applied(to source: [UInt8]) throws(WriteRefusal) -> [UInt8] {
    guard TextMerge.isText(source) else { throw .notText }
    let places = ByteSearch.places(of: Array(old.utf8), in: source)
    guard !places.isEmpty, everywhere || places.count == 1 else { throw .notUnique(count: places.count) }
    var result: [UInt8] = []
    var position = 0
    for place in places {
      result += source[position..<place] + Array(new.utf8)
      position = place + old.utf8.count
    }
    return result + source[position...]
  }
}
