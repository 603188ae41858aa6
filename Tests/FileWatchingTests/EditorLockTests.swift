import FileWatching
import Testing

/// The locks that editors put beside open documents.
@Suite struct EditorLockTests {
  private static func swap(_ version: String, pid: [UInt8], user: String, host: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    func put(_ text: String, _ place: Int) { bytes.replaceSubrange(place..<(place + text.utf8.count), with: text.utf8) }
    put("b0" + version, 0)
    bytes.replaceSubrange(24..<28, with: pid)
    put(user, 28)
    put(host, 68)
    return bytes
  }

  @Test func `a swap file says program, process, user and host`() {
    let vim = EditorLock(
      name: ".a.md.swp", bytes: Self.swap("VIM 9.0", pid: [0x39, 0x30, 0, 0], user: "ann", host: "desk"))
    #expect(vim?.program == "vim" && vim?.pid == 12_345 && vim?.user == "ann" && vim?.host == "desk")
    let nano = EditorLock(
      name: ".a.md.swp", bytes: Self.swap("nano 7.2", pid: [1, 0, 1, 0], user: "ann", host: "desk.example"))
    #expect(nano?.program == "nano 7.2" && nano?.pid == 65_537 && nano?.host == "desk.example")
  }

  @Test(arguments: [(UInt8(0x55), true), (0, false)])
  func `a swap file says whether its text is saved, and which time of the document it knows`(
    mark: UInt8, isModified: Bool
  ) {
    var bytes = Self.swap("VIM 9.0", pid: [1, 0, 0, 0], user: "ann", host: "desk")
    bytes.replaceSubrange(16..<20, with: [0x80, 0, 0, 1])
    bytes[1_007] = mark
    let lock = EditorLock(name: ".a.md.swp", bytes: bytes)
    #expect(lock?.isModified == isModified && lock?.knownTime == 0x0100_0080)
    #expect(EditorLock(name: ".a.md.swp", bytes: Array(bytes[..<1_000]))?.isModified == nil)
    #expect(EditorLock(name: ".#a.md", bytes: bytes)?.isModified == nil)
  }

  @Test(arguments: [
    ("ann@desk.example.org.4711:1700000000", "ann", "desk.example.org", Int32(4_711)),
    ("ann@desk.12", "ann", "desk", 12),
  ]) func `a lock of emacs says user, host and process`(_ text: String, _ user: String, _ host: String, _ pid: Int32) {
    let lock = EditorLock(name: ".#a.md", bytes: Array(text.utf8))
    #expect(lock?.program == "emacs" && lock?.user == user && lock?.host == host && lock?.pid == pid)
  }

  @Test func `a lock of an office program says who`() {
    let writer = EditorLock(
      name: ".~lock.a.odt#", bytes: Array("Ann\\, A. Smith,ann,desk,21.11.2026 10:00,file:///home/ann;".utf8))
    #expect(writer?.program == "LibreOffice" && writer?.user == "Ann, A. Smith" && writer?.host == "desk")
    let word = EditorLock(name: "~$a.docx", bytes: [3] + Array("Ann   ".utf8))
    #expect(word?.user == "Ann")
    #expect(EditorLock(name: ".a.md.kate-swp", bytes: [])?.program == "Kate")
    #expect(EditorLock(name: "#a.md#", bytes: Array("text".utf8))?.program == "emacs")
  }

  @Test func `a name that is no editor's is none`() {
    #expect(EditorLock(name: "a.md", bytes: []) == nil)
    #expect(EditorLock(name: ".gitignore", bytes: []) == nil)
  }

  @Test(arguments: [".a.md.swp", ".#a.md", ".~lock.a.odt#", "~$a.docx", "#a.md#", ".a.md.kate-swp"])
  func `whatever the file holds, nothing of it breaks a line`(_ name: String) {
    let contents: [[UInt8]] = [
      [], [0], [255], Array("b0".utf8), Array(repeating: 255, count: 5_000), Array(repeating: 10, count: 5_000),
      Array("@".utf8), Array("a\nb@c\u{1b}[31m.d.99999999999:".utf8), [200, 65], Array(repeating: 44, count: 5_000),
    ]
    for bytes in contents {
      let lock = EditorLock(name: name, bytes: bytes)
      for text in [lock?.program, lock?.user, lock?.host].compactMap(\.self) {
        #expect(text.utf8.allSatisfy { $0 >= 32 } && text.utf8.count <= 255)
      }
      #expect(lock?.pid ?? 1 > 0)
    }
  }
}
