import Documents
import Testing

/// Values of front matter that are more than one text in one line.
struct FrontMatterValueTests {
  @Test(
    arguments: [
      ("tags: [a, b] # mine\n", "- c\n- d", "tags: # mine\n  - c\n  - d\n"),
      ("tags:\n- a\n- b\n", "- c", "tags:\n- c\n"),
      ("tags: # mine\n    - a\n", "  - c\n  - d\n", "tags: # mine\n    - c\n    - d\n"),
      ("tags:\n  - a\n  # of b\n  - b\n", "[c, d]", "tags: [c, d]\n"),
      ("tags: [a,\n  b]\n", "[c]", "tags: [c]\n"), ("tags: |\n  a\n  b\n", "c", "tags: c\n"),
      ("tags: 'a' # mine\n", "|-\n  c\n\n   d\n", "tags: |- # mine\n  c\n\n   d\n"),
      ("tags: a#b # mine\n", ">\n  c\n", "tags: > # mine\n  c\n"), ("tags:\n", "- c", "tags:\n  - c\n"),
      ("tags: {a: 1}\n", "{b: 2}", "tags: {b: 2}\n"),
      ("tags: [a]\n", "- name: c\n  size: 1", "tags:\n  - name: c\n    size: 1\n"),
    ] as [(String, String, String)])
  func `a value is replaced as a whole, and all else stays byte for byte`(old: String, value: String, new: String) {
    for end in ["\n", "\r\n"] {
      func document(_ field: String) -> [UInt8] {
        let text =
          "\u{FEFF}---\n# first\ntitle: \"x\"  # x\n\n# of tags\n\(field)\n# last\nother: [1,  2]\n# end\n---\ntext\n"
        return Array(text.replacing("\n", with: end).utf8)
      }
      let made = FrontMatter(document(old))?.replacing("tags", by: value)
      #expect(made.map { String(decoding: $0, as: UTF8.self) } == String(decoding: document(new), as: UTF8.self))
    }
  }

  @Test(arguments: ["a: b\ncreated_by", "a: b", " a", "\"a", "#a", "-a", "a\u{7}", ""])
  func `a text that is read as something else is no key`(key: String) {
    let matter = FrontMatter(Array("---\ntags: [a]\n---\n".utf8))
    #expect(matter != nil && !FrontMatter.isKey(key))
    #expect(matter?.setting(key, to: "x", behind: []) == nil && matter?.replacing(key, by: "x") == nil)
  }

  @Test(arguments: ["a", "created_by", "a b", "a:b", "Größe", "2026-01-01"])
  func `a usual text is a key`(key: String) { #expect(FrontMatter.isKey(key)) }

  @Test func `a new key stands last`() {
    let made = FrontMatter(Array("---\na: 1\n# end\n---\n".utf8))?.replacing("tags", by: "- b\n- c")
    #expect(made.map { String(decoding: $0, as: UTF8.self) } == "---\na: 1\n# end\ntags:\n  - b\n  - c\n---\n")
  }

  @Test(arguments: ["[a", "- a\nb: 2", "a\nb", "", "[a]: b", "{a: 1}\n{b: 2}"])
  func `what would be read as something else is refused`(value: String) {
    let document = Array("---\ntags: [a]\nother: 1\n---\n".utf8)
    #expect(FrontMatter(document)?.replacing("tags", by: value) == nil)
  }
}
