/// Puts tokens of three texts together again: decides what is between two that come from different sides.
struct ProseWriter {
  /// Where one token stands in the three lists.
  struct Places {
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  /// What stands between a token and the one before it.
  enum Joint: Hashable {
    /// What the sides have there.
    case written
    /// A space: it goes on with the sentence's paragraph.
    case sentence
    /// A line end and blank lines.
    case lines(blank: Int)
  }

  /// A token of the merged text.
  struct Emission {
    /// What stands before it.
    var joint = Joint.written
    /// Where its words stand.
    var cores: Places
    /// By whom it counts as the beginning of a paragraph.
    var heads: Places
    /// Whose tails count for what is behind it.
    var tails: Places
    /// The words, where they are no side's own bytes.
    var words: [UInt8]?

    init(base: Int?, ours: Int?, theirs: Int?) {
      cores = Places(base: base, ours: ours, theirs: theirs)
      heads = cores
      tails = cores
    }

    init(_ side: MergeSide, _ index: Int) {
      self.init(base: nil, ours: side == .ours ? index : nil, theirs: side == .theirs ? index : nil)
    }
  }

  private let texts: Three<ProseText>
  private let tokens: Three<[ProseToken]>
  private let isAtEnd: Bool
  private var emissions: [Emission] = []
  private var marks: [(range: Range<Int>, overlap: MergeOutput.Overlap)] = []

  /// Makes an empty one.
  ///
  /// - Parameter isAtEnd: whether the place is the end of all three texts, so that a last line may lack its end.
  init(texts: Three<ProseText>, tokens: Three<[ProseToken]>, isAtEnd: Bool) {
    self.texts = texts
    self.tokens = tokens
    self.isAtEnd = isAtEnd
  }

  /// Adds a token.
  mutating func add(_ emission: Emission) { emissions.append(emission) }

  /// What is added from here on is one side's only.
  mutating func beginOverlap(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    let overlap = MergeOutput.Overlap(base: base, ours: ours, theirs: theirs, kept: 0..<0)
    marks.append((emissions.count..<emissions.count, overlap))
  }

  /// Ends what was begun last.
  mutating func endOverlap() {
    guard let mark = marks.last else { return }
    marks[marks.count - 1].range = mark.range.lowerBound..<emissions.count
  }

  /// The text.
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
    // Only what is last in the document may lack a line end.
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

  /// Whether a token is the first one of its line or paragraph, as the side has it that changed that.
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

  /// How the texts end their lines.
  private var lineEnd: ArraySlice<UInt8> {
    let ends = texts.map(\.lines.lineEnd)
    return ends.settled ?? [UInt8(ascii: "\n")]
  }
}
