/// The line ends of a text whose lines all end alike.
enum LineEnds {
  /// Returns the line end that all lines of a text share, except a last line without one; nil if they differ or there
  /// is none.
  static func uniform(_ text: [UInt8]) -> [UInt8]? {
    var found: [UInt8]?
    var position = text.startIndex
    while position < text.count {
      let byte = text[position]
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        position += 1
        continue
      }
      let isPair = byte == UInt8(ascii: "\r") && position + 1 < text.count && text[position + 1] == UInt8(ascii: "\n")
      let end = isPair ? [byte, UInt8(ascii: "\n")] : [byte]
      if let found, found != end { return nil }
      found = end
      position += end.count
    }
    return found
  }

  /// Returns a text with another line end; all its lines must end alike.
  static func replaced(_ text: [UInt8], _ old: [UInt8], with new: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + text.count / 16)
    var position = text.startIndex
    while position < text.count {
      if text[position] == old[0] {
        result += new
        position += old.count
      } else {
        result.append(text[position])
        position += 1
      }
    }
    return result
  }

  /// Converts the texts to the line ends that one side gave to the whole file, if the other side kept those of the base
  /// or made the same change; returns nil otherwise. Line numbers do not change.
  static func unified(_ texts: Three<[UInt8]>) -> Three<[UInt8]>? {
    guard let base = uniform(texts.base), let ours = uniform(texts.ours), let theirs = uniform(texts.theirs),
      base != ours || base != theirs, base == ours || base == theirs || ours == theirs
    else { return nil }
    let new = base == ours ? theirs : ours
    func convert(_ text: [UInt8], _ old: [UInt8]) -> [UInt8] { old == new ? text : replaced(text, old, with: new) }
    return Three(
      base: convert(texts.base, base), ours: convert(texts.ours, ours), theirs: convert(texts.theirs, theirs))
  }
}
