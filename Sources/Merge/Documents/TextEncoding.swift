/// Text in UTF-16, which is merged as UTF-8 and written back in its own encoding.
enum TextEncoding {
  /// The byte order, given by the mark at the beginning.
  enum Order: Hashable {
    /// The low byte first.
    case little
    /// The high byte first.
    case big
  }

  /// Returns the byte order of a text; nil without a mark of UTF-16 (a mark of UTF-32 does not count).
  static func order(_ text: [UInt8]) -> Order? {
    if text.starts(with: [0xFF, 0xFE]) { return text.starts(with: [0xFF, 0xFE, 0, 0]) ? nil : .little }
    return text.starts(with: [0xFE, 0xFF]) ? .big : nil
  }

  /// Returns the text as UTF-8 with its mark; nil if the result could not be converted back to the same bytes.
  static func utf8(_ text: [UInt8], _ order: Order) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 0, to: text.count, by: 2).map { index in
      order == .little
        ? UInt16(text[index]) | UInt16(text[index + 1]) << 8 : UInt16(text[index]) << 8 | UInt16(text[index + 1])
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// Returns UTF-8 text as UTF-16 in a byte order.
  static func encoded(_ text: [UInt8], _ order: Order) -> [UInt8] {
    String(decoding: text, as: UTF8.self).utf16.flatMap { unit in
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
      return order == .little ? [low, high] : [high, low]
    }
  }
}

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

/// The common beginning and end of three texts.
enum CommonEnds {
  /// Returns the size in bytes of the whole lines that the texts share at the beginning, and of those at the end after
  /// them.
  static func lines(_ texts: Three<[UInt8]>) -> (head: Int, tail: Int) {
    let all = [texts.base, texts.ours, texts.theirs]
    let least = all.map(\.count).min() ?? 0
    var head = 0
    var tail = 0
    texts.base.withUnsafeBufferPointer { base in
      texts.ours.withUnsafeBufferPointer { ours in
        texts.theirs.withUnsafeBufferPointer { theirs in
          while head < least, base[head] == ours[head], base[head] == theirs[head] { head += 1 }
          while head > 0, base[head - 1] != UInt8(ascii: "\n") { head -= 1 }
          let (a, b, c) = (base.count - 1, ours.count - 1, theirs.count - 1)
          while tail < least - head, base[a - tail] == ours[b - tail], base[a - tail] == theirs[c - tail] { tail += 1 }
          while tail > 0,
            a - tail < 0 || base[a - tail] != UInt8(ascii: "\n") || b - tail < 0 || c - tail < 0
              || ours[b - tail] != UInt8(ascii: "\n") || theirs[c - tail] != UInt8(ascii: "\n")
          {
            tail -= 1
          }
        }
      }
    }
    return (head, tail)
  }
}
