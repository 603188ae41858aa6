internal import Values
package import WorkspaceAPI
internal import Documents

/// A `SKILL.md` file (Agent Skills) with the fields of an ability in its front matter.
///
/// Changes are made to the bytes of single lines: unknown keys, comments, order, newlines and all other text are kept.
package struct SkillDocument: Hashable, Sendable {
  /// The name of the file in an ability's folder.
  package static let fileName = "SKILL.md"
  /// The key of the mapping with an ability's fields.
  static let metadataKey = "metadata"

  /// The whole document.
  package private(set) var bytes: [UInt8]

  /// The front matter; nil if there is none that can be read.
  private(set) var matter: FrontMatter?
  /// The texts of the metadata.
  private(set) var metadata: [String: String] = [:]

  /// Takes a document; any bytes are one.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
    read()
  }

  /// Reads the front matter after a change.
  private mutating func read() {
    matter = FrontMatter(bytes)
    let pairs = matter?.mapping(of: Self.metadataKey) ?? []
    metadata = Dictionary(pairs.compactMap { pair in pair.value.map { (pair.key, $0) } }, uniquingKeysWith: { $1 })
  }

  /// The prompt: the text below the front matter, without blank lines around it and with plain newlines.
  package var prompt: String {
    String(decoding: bytes[promptRange], as: UTF8.self).replacing("\r\n", with: "\n")
  }

  private var promptRange: Range<Int> {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    let start = max(FrontMatterBlock.length(bytes), ByteOrderMark.length(in: bytes))
    guard let first = bytes[start...].firstIndex(where: { !isBlank($0) }),
      let last = bytes[start...].lastIndex(where: { !isBlank($0) })
    else { return bytes.count..<bytes.count }
    return first..<(last + 1)
  }

  /// Replaces the prompt.
  mutating func setPrompt(_ prompt: String) {
    guard !prompt.utf8.elementsEqual(self.prompt.utf8) else { return }
    let range = promptRange
    let form = TextForm(bytes)
    var text = form.lines(Array(prompt.utf8))
    if range.isEmpty {
      let newline = form.lines([UInt8(ascii: "\n")])
      text = (bytes.isEmpty || bytes.last == UInt8(ascii: "\n") ? [] : newline) + newline + text + newline
    }
    bytes.replaceSubrange(range, with: text)
    read()
  }

  /// Sets a top-level key.
  ///
  /// - Throws: `VerbError` if the present value is written in a form that Stet does not change.
  mutating func set(_ key: String, to value: String) throws(VerbError) {
    guard let matter else { throw unreadable }
    if matter[key]?.utf8.elementsEqual(value.utf8) == true { return }
    guard let changed = matter.setting(key, to: value, behind: []) ?? matter.replacing(key, by: value) else {
      throw complex(key)
    }
    bytes = changed
    read()
  }

  /// Sets a key of the metadata, or removes it if the value is nil.
  ///
  /// - Throws: `VerbError` if the metadata is written in a form that Stet does not change.
  mutating func setMetadata(_ key: String, to value: String?) throws(VerbError) {
    guard let matter else { throw unreadable }
    if let value, metadata[key]?.utf8.elementsEqual(value.utf8) == true { return }
    guard let changed = matter.setting(key, to: value, in: Self.metadataKey) else {
      throw complex("\(Self.metadataKey).\(key)")
    }
    bytes = changed
    read()
  }

  /// Whether there are lines of front matter, also such that cannot be read.
  var hasMatter: Bool { FrontMatterBlock.length(bytes) > 0 }

  private var unreadable: VerbError {
    guard hasMatter else {
      return VerbError(
        .failed, "The file has no front matter, so that no field of it can be set.",
        next: "Begin it in an editor with the lines '---', 'name: …', 'description: …' and '---'.")
    }
    return VerbError(
      .failed, "The front matter cannot be read.", next: "Correct the lines between the two '---' in an editor.")
  }

  private func complex(_ key: String) -> VerbError {
    VerbError(
      .failed, "The value of \(key) is written in a form that Stet does not change.",
      next: "Change it in an editor, or write it in one line, as 'name: value'.")
  }
}

extension SkillDocument {
  /// Makes the document of a new ability.
  ///
  /// - Parameter template: the template that it is made of; nil for none.
  package init(name: String, description: String, _ ability: AbilityRecord, template: String? = nil) {
    var pairs = Self.pairs(of: ability).compactMap { pair in pair.value.map { (key: pair.key, value: $0) } }
    if let template { pairs.append((key: Self.templateKey, value: template)) }
    let fields = [(key: "name", value: name), (key: "description", value: description)]
    self.init(
      bytes: FrontMatter.document(fields, mapping: Self.metadataKey, pairs) + Array("\n\(ability.prompt)\n".utf8))
  }
}
