/// The words of a text in their folded form. Pure.
///
/// A script without spaces yields each pair of neighbouring letters, and the last letter of a run by itself: any part of
/// a run of two or more letters is then a phrase of pairs, and a single letter is the beginning of a word.
struct WordList: Sendable {
  /// The longest form of a word in bytes: longer runs, such as encoded data, are cut.
  static let longestWord = 64

  /// The words, each followed by a space.
  private(set) var joined: [UInt8] = []
  /// The start of each word in `joined`; empty unless places were requested.
  private(set) var starts: [Int] = []
  /// The range of each word in the text; empty unless places were requested.
  private(set) var ranges: [Range<Int>] = []
  /// The number of words.
  private(set) var count = 0
  /// Whether the last word is the last letter of a run of a script without spaces, and of what length the run is.
  private(set) var lastRun = 0

  private let keepsPlaces: Bool
  /// The word that is being read: its start in `joined` and in the text; nil between words.
  private var open: (joined: Int, text: Int)?
  /// The last letter of the current run.
  private var previous: (letter: UInt32, range: Range<Int>)?
  private var run = 0

  /// Finds the words of a text.
  ///
  /// - Parameter places: whether to keep the place of each word, which takes more memory than the words.
  init(_ text: [UInt8], places: Bool = false) {
    keepsPlaces = places
    joined.reserveCapacity(text.count + 16)
    text.withUnsafeBufferPointer { read($0) }
  }

  /// Finds the words of a text.
  init(_ text: String) { self.init(Array(text.utf8)) }

  /// The words, one by one.
  var words: [String] {
    joined.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        if previous != nil { endRun() }
        if let folded = Self.letter(byte) {
          if open == nil { open = (joined.count, index) }
          append(folded)
        } else if open != nil {
          endWord(at: index)
        }
        index += 1
      } else {
        let (scalar, length) = Self.composed(in: text, at: index)
        take(scalar, index..<(index + length))
        index += length
      }
    }
    if previous != nil { endRun() }
    if open != nil { endWord(at: text.count) }
  }

  private mutating func take(_ scalar: UInt32?, _ range: Range<Int>) {
    switch scalar.map(WordFolding.role) ?? .separator {
    case .separator:
      if previous != nil { endRun() }
      if open != nil { endWord(at: range.lowerBound) }
    case .silent: break
    case .letter(let folded):
      if previous != nil { endRun() }
      if open == nil { open = (joined.count, range.lowerBound) }
      append(scalar: folded)
    case .unspaced(let letter):
      if open != nil { endWord(at: range.lowerBound) }
      if let previous {
        open = (joined.count, previous.range.lowerBound)
        append(scalar: previous.letter)
        append(scalar: letter)
        endWord(at: range.upperBound)
      }
      run += 1
      previous = (letter, range)
    }
  }

  private mutating func endRun() {
    guard let previous else { return }
    open = (joined.count, previous.range.lowerBound)
    append(scalar: previous.letter)
    endWord(at: previous.range.upperBound)
    (lastRun, run) = (run, 0)
    self.previous = nil
  }

  private mutating func endWord(at end: Int) {
    guard let open else { return }
    if keepsPlaces {
      starts.append(open.joined)
      ranges.append(open.text..<end)
    }
    joined.append(UInt8(ascii: " "))
    count += 1
    lastRun = 0
    self.open = nil
  }

  private mutating func append(_ byte: UInt8) {
    if let open, joined.count - open.joined < Self.longestWord { joined.append(byte) }
  }

  private mutating func append(scalar: UInt32) {
    guard let open, joined.count - open.joined + 4 <= Self.longestWord, let unicode = Unicode.Scalar(scalar) else {
      return
    }
    joined.append(contentsOf: UTF8.encode(unicode) ?? UTF8.encodedReplacementCharacter)
  }

  /// Returns the folded form of an ASCII letter or digit; nil for another byte.
  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: nil
    }
  }

  /// Returns the letter at an index with the scalars behind it that complete it, and its length in bytes; nil, one byte
  /// long, where the text is not UTF-8. Names of files from macOS have letters in such parts.
  private static func composed(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: UInt32?, length: Int) {
    var (scalar, length) = scalar(in: text, at: index)
    // The first bytes of all such parts.
    while let first = scalar, index + length < text.count, text[index + length] | 2 == 0xE3 {
      let (next, more) = Self.scalar(in: text, at: index + length)
      guard let next, let whole = WordFolding.composed(first, next) else { break }
      (scalar, length) = (whole, length + more)
    }
    return (scalar, length)
  }

  /// Returns the scalar at an index and its length in bytes; nil, one byte long, where the text is not UTF-8.
  private static func scalar(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: UInt32?, length: Int) {
    let first = text[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard (0xC2...0xF4).contains(first), index + length <= text.count else { return (nil, 1) }
    var scalar = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for offset in 1..<length {
      let next = text[index + offset]
      guard next & 0xC0 == 0x80 else { return (nil, 1) }
      scalar = scalar << 6 | UInt32(next & 0x3F)
    }
    return (scalar, length)
  }
}
