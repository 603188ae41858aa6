/// Merges two versions of one document by its kind: front matter by key, text by lines and by sentences inside
/// overlaps, records by key and field, logs as a union.
///
/// The merge never fails: content that does not parse as its kind is merged in the next coarser way, and the result
/// lists the reason. Swapping the sides and the judge's answers does not change the result. Pure; the work is bounded
/// by the length of the texts in bytes.
package enum DocumentMerge {
  /// The greatest size in bytes of a version that is merged whole. Of a larger version only the part between the common
  /// beginning and end of all three is merged.
  static let limit = 16 << 20

  /// The greatest size in bytes of a version that is read for a merge: three of them are in memory at once.
  static let readLimit = 64 << 20

  /// Merges two versions of a base.
  ///
  /// - Parameters:
  ///   - path: the document's path; its name determines the kind of text.
  ///   - driver: the merge driver from the workspace's `.gitattributes`.
  ///   - judge: decides where only one side's text can be kept.
  package static func merge(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, driver: MergeDriver, judge: MergeJudge
  ) -> MergedDocument {
    if ours == theirs || theirs == base { return MergedDocument(text: .clean(ours), fallbacks: []) }
    if ours == base { return MergedDocument(text: .clean(theirs), fallbacks: []) }
    let texts = Three(base: base, ours: ours, theirs: theirs)
    let merge = Pass(form: DocumentForm(path: path), path: path, driver: driver.of(path))
    var sides: Set<MergeSide> = []
    let asked = MergeJudge(
      latestPlausible: judge.latestPlausible(),
      side: { our, their in
        let side = judge.side(our, their)
        sides.insert(side)
        return side
      }, first: judge.first)
    var document = merge.whole(texts, asked)
    if !document.text.isClean { document.keptSides = sides }
    return document
  }

  /// The merge of one document.
  struct Pass {
    let form: DocumentForm
    let path: String
    let driver: MergeDriver
  }
}

extension DocumentMerge.Pass {
  /// Merges the bytes of the versions after checks of driver, encoding and size.
  func whole(_ texts: Three<[UInt8]>, _ judge: MergeJudge) -> MergedDocument {
    if driver == .binary { return version(texts, judge, because: nil) }
    let orders = texts.map(TextEncoding.order)
    if let order = orders.ours ?? orders.theirs {
      return decoded(texts, order, judge) ?? version(texts, judge, because: .notText)
    }
    guard TextMerge.isText(texts.base), TextMerge.isText(texts.ours), TextMerge.isText(texts.theirs) else {
      return version(texts, judge, because: .notText)
    }
    guard texts.ours.count <= DocumentMerge.limit, texts.theirs.count <= DocumentMerge.limit,
      texts.base.count <= DocumentMerge.limit
    else { return trimmed(texts, judge) }
    var output: MergeOutput
    if let unified = LineEnds.unified(texts) {
      let isSameText = unified.ours == texts.ours && unified.theirs == texts.theirs
      output = text(
        unified, isSameText ? judge : judge.whole(ours: texts.ours.count, theirs: texts.theirs.count))
      return MergedDocument(
        text: output.merged(base: unified.base, ours: unified.ours, theirs: unified.theirs),
        fallbacks: output.fallbacks)
    }
    output = text(texts, judge)
    return MergedDocument(
      text: output.merged(base: texts.base, ours: texts.ours, theirs: texts.theirs), fallbacks: output.fallbacks)
  }

  /// Returns one side's whole version.
  private func version(_ texts: Three<[UInt8]>, _ judge: MergeJudge, because reason: MergeFallback?) -> MergedDocument {
    let side = judge.side(0..<texts.ours.count, 0..<texts.theirs.count)
    return MergedDocument(
      text: .overlapping(kept: texts[side], regions: []), fallbacks: reason.map { [$0] } ?? [])
  }

  /// Merges UTF-16 as UTF-8; returns nil if the versions are not all in one encoding.
  private func decoded(
    _ texts: Three<[UInt8]>, _ order: TextEncoding.Order, _ judge: MergeJudge
  ) -> MergedDocument? {
    func utf8(_ text: [UInt8]) -> [UInt8]? {
      if text.isEmpty { return [] }
      guard TextEncoding.order(text) == order else { return nil }
      return TextEncoding.utf8(text, order)
    }
    guard texts.ours.count <= DocumentMerge.limit, texts.theirs.count <= DocumentMerge.limit,
      texts.base.count <= DocumentMerge.limit, let base = utf8(texts.base), let ours = utf8(texts.ours),
      let theirs = utf8(texts.theirs), ![base, ours, theirs].contains(where: { $0.contains(0) })
    else { return nil }
    let whole = judge.whole(ours: texts.ours.count, theirs: texts.theirs.count)
    let output = text(Three(base: base, ours: ours, theirs: theirs), whole)
    let bytes = TextEncoding.encoded(output.bytes, order)
    switch output.merged(base: base, ours: ours, theirs: theirs) {
    case .clean: return MergedDocument(text: .clean(bytes), fallbacks: output.fallbacks)
    case .overlapping(_, let regions):
      return MergedDocument(text: .overlapping(kept: bytes, regions: regions), fallbacks: output.fallbacks)
    }
  }

  /// Merges very long texts without the lines that all three begin and end with.
  private func trimmed(_ texts: Three<[UInt8]>, _ judge: MergeJudge) -> MergedDocument {
    let (head, tail) = CommonEnds.lines(texts)
    let middles = texts.map { Array($0[head..<($0.count - tail)]) }
    guard [middles.base, middles.ours, middles.theirs].allSatisfy({ $0.count <= DocumentMerge.limit }) else {
      return version(texts, judge, because: .tooLarge)
    }
    var output = MergeOutput(bytes: Array(texts.base[..<head]))
    output.append(
      DocumentMerge.Pass(form: .lines, path: path, driver: driver == .union ? .union : .text)
        .text(middles, judge.within(ours: head, theirs: head)), base: head, ours: head, theirs: head)
    output.bytes += texts.base[(texts.base.count - tail)...]
    return MergedDocument(
      text: output.merged(base: texts.base, ours: texts.ours, theirs: texts.theirs), fallbacks: output.fallbacks)
  }
}

/// The kind of text in a file, judged by its name; it decides the smallest unit that a merge may mix.
package enum DocumentForm: Hashable, Sendable {
  /// Paragraphs of sentences with Markdown's blocks; plain text and reStructuredText are read the same way.
  case markdown
  /// Paragraphs of sentences with AsciiDoc's blocks.
  case asciidoc
  /// Paragraphs of lines in a markup that is not parsed; only insertions of both sides are merged as in prose.
  case plain
  /// Any other text: lines whose spaces and neighbours may matter.
  case lines

  /// Determines the form from a file's path.
  package init(path: String) {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[$0...].lowercased() }
    switch ending {
    case ".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".qmd", ".rmd", ".txt", ".text", ".rst":
      self = .markdown
    case ".adoc", ".asciidoc", ".asc": self = .asciidoc
    case ".org", ".tex", ".textile", ".wiki", ".mediawiki": self = .plain
    default: self = .lines
    }
  }
}
