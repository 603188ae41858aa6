internal import Documents

/// A list of scalars in a front matter, split into its elements; joined, the parts are the value's bytes.
struct FrontMatterList {
  /// The notation of a list.
  enum Style: Hashable {
    /// `key: [a, b]`.
    case flow
    /// `- a` on lines of their own.
    case block
    /// No elements, so the list fits either notation.
    case empty
  }

  /// The notation.
  let style: Style
  /// The bytes before the first element: the key's line, or everything up to the bracket.
  let head: ArraySlice<UInt8>
  /// The parsed value and the bytes of each element. In a flow list the bytes exclude the comma and include the spaces
  /// before each element but the first.
  let elements: [(value: String, bytes: ArraySlice<UInt8>)]
  /// The bytes after the last element, with the bracket.
  let tail: ArraySlice<UInt8>

  /// Merges a list as a set that keeps its order; returns nil if a side has no list of distinct scalars, or the
  /// notations differ.
  static func merge(
    _ entries: Three<FrontMatterBlock.Entry?>, _ texts: Three<[UInt8]>
  ) -> (bytes: [UInt8], elements: [String])? {
    guard let our = entries.ours, let their = entries.theirs, let ours = FrontMatterList(our, texts.ours),
      let theirs = FrontMatterList(their, texts.theirs)
    else { return nil }
    let base = entries.base.flatMap { FrontMatterList($0, texts.base) }
    guard base != nil || entries.base == nil else { return nil }
    let styles = Set([ours.style, theirs.style]).subtracting([.empty])
    guard styles.count < 2 else { return nil }
    let names = Three(base: base?.names ?? [], ours: ours.names, theirs: theirs.names)
    let sets = names.map { Set($0) }
    let order = OrderedUnion.order(base: names.base, ours: names.ours, theirs: names.theirs).filter { name in
      let count = (sets.ours.contains(name) ? 1 : 0) + (sets.theirs.contains(name) ? 1 : 0)
      return count == 2 || count == 1 && !sets.base.contains(name)
    }
    let all = Three(base: base, ours: ours, theirs: theirs)
    let parts = order.map { name in
      all.map { list in list?.elements.first { $0.value.utf8.elementsEqual(name) }?.bytes }.settled ?? []
    }
    let model = styles.first.flatMap { style in
      style == ours.style ? style == theirs.style ? nil : ours : theirs
    }
    let head = model?.head ?? all.map { $0.map(\.head) }.settled ?? []
    let tail = model?.tail ?? all.map { $0.map(\.tail) }.settled ?? []
    let written = written(parts, head, tail, styles.first ?? .empty)
    return (written, order.map { String(decoding: $0, as: UTF8.self) })
  }

  private var names: [[UInt8]] { elements.map { Array($0.value.utf8) } }

  private static func written(
    _ parts: [ArraySlice<UInt8>], _ head: ArraySlice<UInt8>, _ tail: ArraySlice<UInt8>, _ style: Style
  ) -> [UInt8] {
    if style == .flow {
      var bytes = Array(head)
      for (index, part) in parts.enumerated() {
        let element = part.drop(while: isBlank)
        let lead = part[..<element.startIndex]
        if index > 0 { bytes += [UInt8(ascii: ",")] + (lead.isEmpty ? [UInt8(ascii: " ")] : lead) }
        bytes += element
      }
      return bytes + tail
    }
    guard parts.isEmpty, style == .block else { return Array(head) + parts.joined() + tail }
    let end = head.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return Array(head[..<end.startIndex]) + Array(" []".utf8) + end
  }

  /// Reads a key's value; nil if it is not a list of distinct scalars in a known notation.
  private init?(_ entry: FrontMatterBlock.Entry, _ text: [UInt8]) {
    let values = entry.elements ?? (entry.scalar == "" ? [] : nil)
    guard let values, Set(values).count == values.count else { return nil }
    let value = text[entry.valueStart..<entry.lineEnd].drop(while: Self.isBlank)
    if value.first == UInt8(ascii: "["), entry.body.upperBound == entry.lineEnd {
      guard let parts = Self.flow(value), parts.elements.count == values.count else { return nil }
      style = values.isEmpty ? .empty : .flow
      // The spaces before the first element belong to the list.
      let first = parts.elements.first.map { $0.drop(while: Self.isBlank).startIndex } ?? parts.open + 1
      head = text[entry.body.lowerBound..<first]
      elements = zip(values, parts.elements).enumerated().map { index, element in
        (element.0, index == 0 ? text[first..<element.1.endIndex] : element.1)
      }
      tail = text[parts.close..<entry.body.upperBound]
      return
    }
    guard value.isEmpty || value.first == UInt8(ascii: "#") || Self.isEnd(value.first) else { return nil }
    let lines = TextLines(Array(text[entry.lineEnd..<entry.body.upperBound]))
    guard lines.count == values.count else { return nil }
    for line in 0..<lines.count {
      let content = lines[line..<(line + 1)].drop(while: Self.isBlank)
      guard content.first == UInt8(ascii: "-"), content.dropFirst().first.map(DocumentLayout.isSpace) == true else {
        return nil
      }
    }
    style = values.isEmpty ? .empty : .block
    head = text[entry.body.lowerBound..<entry.lineEnd]
    elements = values.enumerated().map { ($1, lines[$0..<($0 + 1)]) }
    tail = []
  }

  /// Splits `[a, "b, c"]` at its commas; returns nil for nested lists and anything unusual.
  private static func flow(
    _ value: ArraySlice<UInt8>
  ) -> (open: Int, elements: [ArraySlice<UInt8>], close: Int)? {
    var elements: [ArraySlice<UInt8>] = []
    var quote: UInt8?
    var start = value.startIndex + 1
    var position = start
    while position < value.endIndex {
      let byte = value[position]
      if let open = quote {
        if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") { position += 1 } else if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "#") {
        return nil
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
        var part = value[start..<position]
        while let last = part.last, isBlank(last) { part = part.dropLast() }
        if byte == UInt8(ascii: ",") || !part.isEmpty { elements.append(part) }
        if byte == UInt8(ascii: "]") { return (value.startIndex, elements, part.endIndex) }
        start = position + 1
      }
      position += 1
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isEnd(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
