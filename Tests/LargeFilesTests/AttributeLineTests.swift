import Git
import GitObjects
import LargeFiles
import TestSupport
import Testing

@Suite struct `The attribute of a large file` {
  static let names = [
    "film.mp4", "a folder/a film.mp4", "quote\".bin", "back\\slash.bin", "star*.bin", "[x]?.bin", "#hash.bin",
    "!bang.bin", "Größe.bin", "tab\there.bin", "line\nbreak.bin", "-text", "\u{10FF80}bytes.bin", "\\", "end\\",
    "here [1].dat", "a \\ b*.bin", "what?[a-c].bin", "]a[ .bin",
  ]

  @Test(arguments: names)
  func `holds for that file and for no other, as stock git and Stet read it`(name: String) throws {
    let folder = TemporaryFolder()
    Shell.run("git init -q '\(folder.path)'")
    let path = try WorkspacePath(name)
    try folder.write(".gitattributes", AttributeLine.adding([path], to: []))
    try folder.write(
      "asked", NameText.encode(path.string) + [0] + Array("other/".utf8) + NameText.encode(path.string) + [0])
    let answer = Shell.run("cd '\(folder.path)' && git check-attr -z --stdin filter < asked | tr '\\0' '|'").output
    let expected = "|filter|lfs|"
    #expect(answer.contains(expected), "\(answer)")
    #expect(answer.hasSuffix("|filter|unspecified|"), "\(answer)")
    let repository = try Repository(root: folder.path)
    #expect(repository.pathAttributes.filter(of: path) == "lfs")
    #expect(try repository.pathAttributes.filter(of: WorkspacePath("other/" + name)) == nil)
  }

  @Test func `is written once, with the file's own line ends`() throws {
    let path = try WorkspacePath("film.mp4")
    let text = Array("*.psd binary\r\n# end".utf8)
    let once = AttributeLine.adding([path, path], to: text)
    #expect(
      String(decoding: once, as: UTF8.self)
        == "*.psd binary\r\n# end\r\n/film.mp4 filter=lfs diff=lfs merge=lfs -text\r\n")
    #expect(AttributeLine.adding([path], to: once) == once)
  }
}
