import Documents
import Merge
import TestSupport
import Values

/// A JSON text, or JSON Lines, and two versions of it, with the laws that merging them must keep.
struct RecordCase: CustomStringConvertible {
  /// A value whose scalars are numbered words.
  indirect enum Value: Hashable {
    case word(Int)
    case list([Value])
    case fields([(name: String, value: Value)])

    static func == (left: Value, right: Value) -> Bool { left.text(0) == right.text(0) }
    func hash(into hasher: inout Hasher) { hasher.combine(text(0)) }

    /// The value as JSON; with an indent of 0 in one line.
    func text(_ indent: Int) -> String {
      let (start, end, gap) =
        indent == 0
        ? ("", "", ", ")
        : (
          "\n" + String(repeating: " ", count: indent), "\n" + String(repeating: " ", count: indent - 2),
          ",\n" + String(repeating: " ", count: indent)
        )
      let next = indent == 0 ? 0 : indent + 2
      switch self {
      case .word(let word): return word % 3 == 0 ? "\(word)" : "\"w\(word)\""
      case .list(let values):
        return values.isEmpty ? "[]" : "[" + start + values.map { $0.text(next) }.joined(separator: gap) + end + "]"
      case .fields(let fields):
        if fields.isEmpty { return "{}" }
        return "{" + start + fields.map { "\"\($0.name)\": \($0.value.text(next))" }.joined(separator: gap) + end + "}"
      }
    }
  }

  let seed: UInt64
  let path: String
  let base: [UInt8]
  let ours: [UInt8]
  let theirs: [UInt8]

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let isLines = Int.random(in: 0..<3, using: &random) == 0
    path = isLines ? "a.jsonl" : "a.json"
    var words = 0
    let base = (0..<Int.random(in: 0...5, using: &random)).map { _ in Self.record(&random, &words) }
    let isNested = Bool.random(using: &random)
    func bytes(_ records: [Value], _ indent: Int) -> [UInt8] {
      if isLines { return records.flatMap { Array(($0.text(0) + "\n").utf8) } }
      let list = Value.list(records)
      return Array((isNested ? Value.fields([("title", .word(0)), ("messages", list)]) : list).text(indent).utf8)
    }
    let indent = Bool.random(using: &random) ? 2 : 0
    var sides = [base, base]
    for side in 0..<2 {
      for _ in 0..<Int.random(in: 0...3, using: &random) { Self.change(&sides[side], &random, &words) }
    }
    self.base = Int.random(in: 0..<8, using: &random) == 0 ? [] : bytes(base, indent)
    ours = bytes(sides[0], Int.random(in: 0..<10, using: &random) == 0 ? 2 - indent : indent)
    theirs = bytes(sides[1], indent)
  }

  private static func record(_ random: inout SeededGenerator, _ words: inout Int) -> Value {
    words += 10
    if Int.random(in: 0..<8, using: &random) == 0 { return .word(words) }
    var fields: [(name: String, value: Value)] = []
    if Bool.random(using: &random) { fields.append(("id", .word(words))) }
    for (index, name) in ["role", "content", "tags"].prefix(Int.random(in: 0...3, using: &random)).enumerated() {
      let word = Value.word(words + index + 1)
      fields.append((name, name == "tags" ? .list([word]) : word))
    }
    return .fields(fields)
  }

  private static func change(_ records: inout [Value], _ random: inout SeededGenerator, _ words: inout Int) {
    let place = records.indices.randomElement(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<4: records.append(record(&random, &words))
    case 4: records.insert(record(&random, &words), at: Int.random(in: 0...records.count, using: &random))
    case 5: if let place { records.remove(at: place) }
    default:
      guard let place, case .fields(var fields) = records[place] else { return }
      words += 10
      if let field = fields.indices.randomElement(using: &random), Bool.random(using: &random) {
        fields[field].value = .word(words)
      } else {
        fields.append(("f\(words)", .word(words)))
      }
      records[place] = .fields(fields)
    }
  }

  var description: String {
    let texts = [base, ours, theirs].map { String(decoding: $0, as: UTF8.self).debugDescription }
    return "STET_SEED=\(seed) \(path): base \(texts[0]), ours \(texts[1]), theirs \(texts[2])"
  }

  /// The first law that does not hold; nil where all do.
  func brokenLaw() -> String? {
    let result = merge(ours, theirs, .ours)
    let mirrored = merge(theirs, ours, .theirs)
    if result.text.bytes != mirrored.text.bytes { return "the text is the same from either side" }
    if result.text.isClean != mirrored.text.isClean { return "a conflict is one from either side" }
    if !result.fallbacks.isEmpty { return "records are merged as records" }
    if !isValid(result.text.bytes) { return "the result is JSON" }
    if !base.isEmpty, merge(ours, base, .theirs).text != .clean(ours) { return "with the base it is the other side" }
    if merge(ours, ours, .theirs).text != .clean(ours) { return "with itself it is the side" }
    var known = Self.words(result.text.bytes)
    if case .overlapping(_, let regions) = result.text {
      for region in regions {
        known.formUnion(Self.words(Array(TextLines(ours)[region.ours])))
        known.formUnion(Self.words(Array(TextLines(theirs)[region.theirs])))
      }
    }
    let added = Self.words(ours).union(Self.words(theirs)).subtracting(Self.words(base))
    return added.isSubset(of: known) ? nil : "nothing is lost that one side added"
  }

  private func merge(_ one: [UInt8], _ two: [UInt8], _ side: MergeSide) -> MergedDocument {
    DocumentMerge.merge(
      base: base, ours: one, theirs: two, path: path, driver: .records(key: "id"), judge: MergeJudge(side))
  }

  private func isValid(_ text: [UInt8]) -> Bool {
    if path == "a.json" { return JSONNode(text) != nil }
    return text.split(separator: UInt8(ascii: "\n")).allSatisfy { JSONNode(Array($0)) != nil }
  }

  private static func words(_ text: [UInt8]) -> Set<[UInt8]> {
    Set(text.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.map(Array.init))
  }
}
