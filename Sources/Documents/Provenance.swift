internal import Values

/// The creator and the last editor of a document in its front matter, derived from its history (DESIGN "Provenance").
package enum Provenance {
  /// An author and a time as written in the document.
  package struct Mark: Hashable, Sendable {
    /// The text in the document: the person's or agent's name, or the kind.
    package var name: String
    /// The author's kind: `user`, `agent`, `unsure` or `sync`.
    package var kind: String
    /// The time in ISO 8601.
    package var time: String

    package init(name: String, kind: String = "", time: String) {
      self.name = name
      self.kind = kind
      self.time = time
    }

    /// The mark with the author's kind instead of the name.
    package var byKind: Mark { Mark(name: kind, kind: kind, time: time) }
  }

  /// The documents to stamp.
  package enum Scope: Hashable, Sendable {
    /// Documents that have one of the keys.
    case present
    /// Documents that the policy names: missing keys and, in Markdown, a missing block are added.
    case always
  }

  private static let keys = ["created_by", "created_at", "last_modified_by", "last_modified_at"]

  /// Returns whether a document has one of the keys.
  package static func isCarried(by document: [UInt8]) -> Bool {
    FrontMatter(document).map { matter in keys.contains(where: matter.has) } ?? false
  }

  /// Returns the document with its last change by `mark`; name and time are always set together.
  ///
  /// Existing `created_by` and `created_at` never change. A document with unreadable, TOML or JSON front matter, and
  /// one outside the scope, is returned unchanged.
  ///
  /// - Parameter created: the creator and time for those keys if they are missing and the scope is `always`; evaluated
  ///   only then. If it is nil, they are omitted.
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
    // The result must parse as intended; otherwise the document is unchanged.
    guard let check = FrontMatter(result), values.allSatisfy({ check[$0.key] == $0.value }) else { return document }
    return result
  }

  private static func withBlock(_ document: [UInt8], _ mark: Mark, _ created: Mark?) -> [UInt8] {
    let start = ByteOrderMark.length(in: document)
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
