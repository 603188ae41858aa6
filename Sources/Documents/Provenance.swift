/// Who made a document and who changed it last, in its front matter: a rendering of its history (DESIGN "Provenance").
package enum Provenance {
  /// An author and a time as they stand in the document.
  package struct Mark: Hashable, Sendable {
    /// What the document says: the person's or agent's name, or the kind.
    package var name: String
    /// The author's kind: `user`, `agent`, `unsure` or `sync`.
    package var kind: String
    /// ISO 8601.
    package var time: String

    /// Makes a mark.
    package init(name: String, kind: String = "", time: String) {
      self.name = name
      self.kind = kind
      self.time = time
    }

    /// The mark with the author's kind in the place of the name.
    package var byKind: Mark { Mark(name: kind, kind: kind, time: time) }
  }

  /// Which documents are stamped.
  package enum Scope: Hashable, Sendable {
    /// Those that have one of the keys.
    case present
    /// Those that the policy names: keys and, in Markdown, the block are added where missing.
    case always
  }

  private static let keys = ["created_by", "created_at", "last_modified_by", "last_modified_at"]

  /// Whether a document has one of the keys.
  package static func isCarried(by document: [UInt8]) -> Bool {
    FrontMatter(document).map { matter in keys.contains(where: matter.has) } ?? false
  }

  /// The document with its last change by `mark`; name and time are always set together.
  ///
  /// `created_by` and `created_at` never change where they stand. A front matter that cannot be read or is TOML or JSON, and any
  /// document without what the scope asks for, is answered as it is.
  ///
  /// - Parameter created: who made the document and when, for those keys where they are missing and the scope is
  ///   `always`; asked only then. Where it is nil they are left out.
  package static func stamp(
    _ document: [UInt8], path: String, by mark: Mark, created: @autoclosure () -> Mark?, scope: Scope
  ) -> [UInt8] {
    guard let matter = FrontMatter(document) else {
      let isMarkdown = path.utf8.suffix(3).elementsEqual(".md".utf8)
      guard scope == .always, isMarkdown, !DocumentLines.beginsWithFence(document),
        !DocumentLines.beginsWithOtherMatter(document)
      else { return document }
      return withBlock(document, mark, created())
    }
    guard scope == .always || keys.contains(where: matter.has) else { return document }
    var values: [(key: String, value: String)] = []
    if scope == .always, !matter.has(keys[0]) || !matter.has(keys[1]), let created = created() {
      if !matter.has(keys[0]) { values.append((keys[0], created.name)) }
      if !matter.has(keys[1]) { values.append((keys[1], created.time)) }
    }
    if scope == .always || matter.has(keys[2]) || matter.has(keys[3]) {
      values += [(keys[2], mark.name), (keys[3], mark.time)]
    }
    var result = document
    for (key, value) in values {
      let others = Array(keys.prefix { $0 != key })
      guard let next = FrontMatter(result)?.setting(key, to: value, behind: others) else { return document }
      result = next
    }
    // What was written must read as it was meant; else the document stays as it was.
    guard let check = FrontMatter(result), values.allSatisfy({ check[$0.key] == $0.value }) else { return document }
    return result
  }

  private static func withBlock(_ document: [UInt8], _ mark: Mark, _ created: Mark?) -> [UInt8] {
    let start = DocumentLines.markLength(document)
    let first = DocumentLines.ranges(document, start..<document.count).first.map { document[$0] } ?? []
    let ending = first.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let lineEnd = ending.isEmpty ? [UInt8(ascii: "\n")] : Array(ending)
    let marks = [created, mark].compactMap { $0 }
    let values = marks.flatMap { [$0.name, $0.time] }
    let lines = ["---"] + zip(keys.suffix(values.count), values).map { "\($0): \(ScalarText.plain($1))" } + ["---"]
    var block = lines.flatMap { Array($0.utf8) + lineEnd }
    if !first.allSatisfy(DocumentLines.isBlank) { block += lineEnd }
    return Array(document[..<start] + block + document[start...])
  }
}
