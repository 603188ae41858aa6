import LargeFiles
import TestSupport
import Testing

private let id = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
private let first = "version https://git-lfs.github.com/spec/v1\n"

@Suite struct `A pointer` {
  @Test(arguments: [1, 12_345, 4_294_967_296, 1 << 44])
  func `reads back what is written of it`(size: Int) throws {
    let pointer = Pointer(id: try #require(ContentID(hex: Array(id.utf8))), size: size)
    #expect(String(decoding: pointer.bytes, as: UTF8.self) == "\(first)oid sha256:\(id)\nsize \(size)\n")
    #expect(PointerReading(pointer.bytes) == .exact(pointer))
  }

  @Test func `keeps what extensions it came with`() throws {
    let text = "\(first)ext-0-foo sha256:\(id)\next-1-bar-baz sha256:\(id)\noid sha256:\(id)\nsize 7\n"
    let pointer = try #require(PointerReading(Array(text.utf8)).pointer)
    #expect(pointer.extensions.map(\.name) == ["foo", "bar-baz"])
    #expect(pointer.bytes == Array(text.utf8))
  }

  @Test func `of no bytes is an empty file`() {
    #expect(Pointer(id: .empty, size: 0).bytes.isEmpty)
    #expect(PointerReading([UInt8]()) == .none)
  }

  @Test(arguments: [0, 1, 3, 200, 70_000])
  func `is byte for byte what git-lfs writes`(size: Int) throws {
    let folder = TemporaryFolder()
    try folder.write("content", Samples.noise(size, seed: 7))
    let theirs = Shell.run("git lfs pointer --file='\(folder.file("content"))' 2>/dev/null")
    let stored = Shell.run("sha256sum '\(folder.file("content"))'").output.prefix(64)
    let ours = Pointer(id: try #require(ContentID(hex: Array(stored.utf8))), size: size)
    try #require(theirs.status == 0)
    #expect(String(decoding: ours.bytes, as: UTF8.self) == theirs.output)
  }

  static let texts: [(String, String)] = [
    ("exact", "\(first)oid sha256:\(id)\nsize 5\n"),
    ("CR LF", "version https://git-lfs.github.com/spec/v1\r\noid sha256:\(id)\r\nsize 5\r\n"),
    ("no newline at the end", "\(first)oid sha256:\(id)\nsize 5"),
    ("two newlines", "\(first)oid sha256:\(id)\nsize 5\n\n"),
    ("a newline before", "\n\(first)oid sha256:\(id)\nsize 5\n"),
    ("an empty line within", "\(first)\noid sha256:\(id)\nsize 5\n"),
    ("first version", "version https://hawser.github.com/spec/v1\noid sha256:\(id)\nsize 5\n"),
    ("second version", "version http://git-media.io/v/2\noid sha256:\(id)\nsize 5\n"),
    ("unknown version", "version https://git-lfs.github.com/spec/v2\noid sha256:\(id)\nsize 5\n"),
    ("swapped", "\(first)size 5\noid sha256:\(id)\n"),
    ("a key more", "\(first)oid sha256:\(id)\nsize 5\nzzz 1\n"),
    ("a key between", "\(first)foo bar\noid sha256:\(id)\nsize 5\n"),
    ("an extension", "\(first)ext-0-foo sha256:\(id)\noid sha256:\(id)\nsize 5\n"),
    ("a priority twice", "\(first)ext-0-foo sha256:\(id)\next-0-bar sha256:\(id)\noid sha256:\(id)\nsize 5\n"),
    ("extensions swapped", "\(first)ext-1-foo sha256:\(id)\next-0-bar sha256:\(id)\noid sha256:\(id)\nsize 5\n"),
    ("capitals", "\(first)oid sha256:\(id.uppercased())\nsize 5\n"),
    ("negative", "\(first)oid sha256:\(id)\nsize -5\n"),
    ("zero", "\(first)oid sha256:\(id)\nsize 0\n"),
    ("plus", "\(first)oid sha256:\(id)\nsize +5\n"),
    ("a zero before", "\(first)oid sha256:\(id)\nsize 05\n"),
    ("another hash", "\(first)oid md5:\(id)\nsize 5\n"),
    ("a short id", "\(first)oid sha256:abc\nsize 5\n"),
    ("no size", "\(first)oid sha256:\(id)\n"),
    ("the version alone", first),
    ("two blanks", "\(first)oid  sha256:\(id)\nsize 5\n"),
    ("a blank at a line's end", "\(first)oid sha256:\(id) \nsize 5\n"),
    ("prose behind it", "\(first)oid sha256:\(id)\nsize 5\nThis is a pointer.\n"),
    ("two of them", "\(first)oid sha256:\(id)\nsize 5\n\(first)oid sha256:\(id)\nsize 5\n"),
    ("a number too large", "\(first)oid sha256:\(id)\nsize 99999999999999999999\n"),
    ("prose before it", "A pointer:\n\(first)oid sha256:\(id)\nsize 5\n"),
  ]

  @Test func `a size that no file can have makes it no pointer: sums of such sizes have no number`() {
    for size in ["17592186044417", "9223372036854775807"] {
      #expect(PointerReading(Array("\(first)oid sha256:\(id)\nsize \(size)\n".utf8)).pointer == nil)
    }
  }

  @Test(arguments: texts)
  func `is what git-lfs takes for one`(name: String, text: String) throws {
    let folder = TemporaryFolder()
    try folder.write("text", Array(text.utf8))
    let check = "git lfs pointer --check --file='\(folder.file("text"))' 2>/dev/null"
    let isOne = Shell.run(check).status == 0
    let isExact = Shell.run("\(check) --strict").status == 0
    let reading = PointerReading(Array(text.utf8))
    #expect(PointerReading(Array(text.utf8).lazy.map { $0 }) == reading)
    switch reading {
    case .exact: #expect(isOne && isExact, "\(name)")
    case .loose: #expect(isOne && !isExact, "\(name)")
    case .none, .damaged: #expect(!isOne, "\(name)")
    }
  }

  @Test(arguments: [
    "\(first)oid sha256:\(id)\n", "\(first)oid sha256:abc\nsize 5\n", "\(first)oid sha256:\(id)\nsize 5\nMy note\n",
  ])
  func `that somebody typed into is no content either`(text: String) {
    guard case .damaged(let why) = PointerReading(Array(text.utf8)) else {
      Issue.record("\(text) was not taken for a damaged pointer")
      return
    }
    #expect(!why.isEmpty)
  }

  @Test func `is no document that goes on behind a quoted one`() {
    let document = Array("\(first)oid sha256:\(id)\nsize 5\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 2_000)
    #expect(PointerReading(document) == .none)
  }

  @Test func `any text is read without harm`() {
    for seed in 0..<2_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var text = Array("\(first)oid sha256:\(id)\nsize 5\n".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<text.count, using: &generator)
        if Bool.random(using: &generator) {
          text.remove(at: place)
        } else {
          text[place] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      let reading = PointerReading(text)
      // Bytes that lie in no buffer are read line by line, others at once where they are written as we write.
      #expect(PointerReading(text.lazy.map { $0 }) == reading, "seed \(seed)")
      if case .exact(let pointer) = reading { #expect(pointer.bytes == text, "seed \(seed)") }
      if case .loose(let pointer) = reading, pointer.size > 0 {
        #expect(PointerReading(pointer.bytes) == .exact(pointer), "seed \(seed)")
      }
    }
  }
}
