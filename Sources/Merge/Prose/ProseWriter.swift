/// Joins tokens of three texts and decides the bytes between two tokens of different sides.
struct ProseWriter {
  /// The index of one token in each of the three lists.
  struct Places {
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  /// The separator between a token and the one before it.
  enum Joint: Hashable {
    /// The separator in the sides' texts.
    case written
    /// A space: the token continues the paragraph of the one before it.
    case sentence
    /// A line end and blank lines.
    case lines(blank: Int)
  }

  /// A token of the merged text.
  struct Emission {
    /// The separator before it.
    var joint = Joint.written
    /// The tokens that provide its words.
    var cores: Places
    /// The tokens that decide whether it begins a paragraph.
    var heads: Places
    /// The tokens whose tails decide the bytes after it.
    var tails: Places
    /// The words, if they are not a side's own bytes.
    var words: [UInt8]?

    /// Creates a token with the same indices for words, beginning and end.
    init(base: Int?, ours: Int?, theirs: Int?) {
      cores = Places(base: base, ours: ours, theirs: theirs)
      heads = cores
      tails = cores
    }

    /// Creates a token that only one side has.
    init(_ side: MergeSide, _ index: Int) {
      self.init(base: nil, ours: side == .ours ? index : nil, theirs: side == .theirs ? index : nil)
    }
  }

  private let texts: Three<ProseText>
  private let tokens: Three<[ProseToken]>
  private let isAtEnd: Bool
  private var emissions: [Emission] = []
  private var marks: [(range: Range<Int>, overlap: MergeOutput.Overlap)] = []

  /// Makes an empty writer.
  ///
  /// - Parameter isAtEnd: whether the place is the end of all three texts, so that a last line may lack its end.
  init(texts: Three<ProseText>, tokens: Three<[ProseToken]>, isAtEnd: Bool) {
    self.texts = texts
    self.tokens = tokens
    self.isAtEnd = isAtEnd
  }

  /// Adds a token.
  mutating func add(_ emission: Emission) { emissions.append(emission) }

  /// Begins an overlap: the tokens that follow are those of one side.
  mutating func beginOverlap(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    let overlap = MergeOutput.Overlap(base: base, ours: ours, theirs: theirs, kept: 0..<0)
    marks.append((emissions.count..<emissions.count, overlap))
  }

  /// Ends the overlap that was begun last.
  mutating func endOverlap() {
    guard let mark = marks.last else { return }
    marks[marks.count - 1].range = mark.range.lowerBound..<emissions.count
  }

  /// Returns the text with its overlaps.
  func written() -> MergeOutput {
    var output = MergeOutput()
    var offsets: [Int] = []
    for (index, emission) in emissions.enumerated() {
      offsets.append(output.bytes.count)
      if startsBlock(emission, after: index > 0 ? emissions[index - 1] : nil) { output.bytes += lead(emission) }
      output.bytes += emission.words.map { $0[...] } ?? core(emission)
      output.bytes += tail(emission, before: index + 1 < emissions.count ? emissions[index + 1] : nil)
    }
    offsets.append(output.bytes.count)
    for mark in marks {
      var overlap = mark.overlap
      overlap.kept = offsets[mark.range.lowerBound]..<offsets[mark.range.upperBound]
      output.overlaps.append(overlap)
    }
    return output
  }

  private func token(_ side: MergeSide?, _ index: Int?) -> ProseToken? { index.map { tokens[side][$0] } }

  private func all(_ places: Places) -> Three<ProseToken?> {
    Three(base: token(nil, places.base), ours: token(.ours, places.ours), theirs: token(.theirs, places.theirs))
  }

  private func lead(_ emission: Emission) -> ArraySlice<UInt8> {
    bytes(all(emission.heads), of: \.lead) { $0.startsBlock }.settled ?? []
  }

  private func core(_ emission: Emission) -> ArraySlice<UInt8> {
    let found = all(emission.cores)
    return bytes(found, of: \.core) { _ in true }.settled ?? []
  }

  private func bytes(
    _ found: Three<ProseToken?>, of part: KeyPath<ProseToken, Range<Int>>, where counts: (ProseToken) -> Bool
  ) -> Three<ArraySlice<UInt8>?> {
    func slice(_ side: MergeSide?) -> ArraySlice<UInt8>? {
      guard let token = found[side], counts(token) else { return nil }
      return texts[side].lines.bytes[token[keyPath: part]]
    }
    return Three(base: slice(nil), ours: slice(.ours), theirs: slice(.theirs))
  }

  private func tail(_ emission: Emission, before next: Emission?) -> ArraySlice<UInt8> {
    let found = all(emission.tails)
    if let next, isSentence(emission), !startsBlock(next, after: emission) {
      return bytes(found, of: \.tail) { !$0.endsBlock }.settled ?? [UInt8(ascii: " ")]
    }
    if let next, case .lines(let blank) = next.joint {
      let end = bytes(found, of: \.tail) { $0.endsBlock }.map { $0.flatMap { TextLines.endsLine($0) ? $0 : nil } }
      return (Array(end.settled ?? lineEnd) + Array(repeating: lineEnd, count: blank).joined())[...]
    }
    // Only the last line of the document may lack a line end.
    let mayLackEnd = next == nil && isAtEnd
    let ends = bytes(found, of: \.tail) { $0.endsBlock }
    let usable = ends.map { end in end.flatMap { mayLackEnd || TextLines.endsLine($0) ? $0 : nil } }
    if let end = usable.settled { return end }
    guard mayLackEnd else { return lineEnd }
    func last(_ side: MergeSide?) -> ArraySlice<UInt8>? {
      tokens[side].last.map { texts[side].lines.bytes[$0.tail] }
    }
    return Three(base: last(nil), ours: last(.ours), theirs: last(.theirs)).settled ?? []
  }

  /// Returns whether a token is the first of its line or paragraph, according to the side that changed that.
  private func startsBlock(_ emission: Emission, after previous: Emission?) -> Bool {
    guard isSentence(emission), let previous, isSentence(previous) else { return true }
    if emission.joint != .written { return emission.joint != .sentence }
    let found = all(emission.heads)
    guard let ours = found.ours?.startsBlock, let theirs = found.theirs?.startsBlock else {
      return found.ours?.startsBlock ?? found.theirs?.startsBlock ?? true
    }
    return ours == theirs ? ours : !(found.base?.startsBlock ?? false)
  }

  private func isSentence(_ emission: Emission) -> Bool {
    let found = all(emission.cores)
    return (found.ours ?? found.theirs ?? found.base)?.isSentence ?? false
  }

  /// The line end of the texts.
  private var lineEnd: ArraySlice<UInt8> {
    let ends = texts.map(\.lines.lineEnd)
    return ends.settled ?? [UInt8(ascii: "\n")]
  }
}
