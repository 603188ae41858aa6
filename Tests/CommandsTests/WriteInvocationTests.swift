import ArgumentParser
@testable import Commands
import Testing

@Suite struct WriteInvocationTests {
  /// Command lines and whether they are plain.
  static let lines: [(words: [String], isPlain: Bool)] = [
    (["write", "a.md"], true), (["-C", "/x", "write", "a.md", "--json"], true),
    (["write", "--agent", "Claude Code", "--session", "42", "--model", "m", "a b.md", "--if", "absent"], true),
    (["write", "a", "--if", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"], true), (["write", "a", "--agent=x"], false),
    (["write", "a", "-C", "/x"], false), (["write", "a", "--if", "12"], false), (["write", "a", "b"], false),
    (["write"], false), (["write", "--help"], false), (["write", "a", "--session", "4"], false),
    (["write", "a", "--agent", ""], false), (["write", "a", "--agent"], false), (["write", "--", "-a"], false),
    (["write", "a", "--agent", "x", "--agent", "y"], false), (["-C", "write", "a"], false), (["read", "a"], false),
    ([], false),
  ]

  @Test(arguments: lines.indices) func `a plain command line means what the parser reads from it`(line: Int)
    async throws
  {
    let (words, isPlain) = Self.lines[line]
    let plain = WriteInvocation(plain: words)
    #expect((plain != nil) == isPlain)
    if let plain {
      let command = try #require(try await StetCommand.asyncParseAsRoot(words) as? WriteCommand)
      #expect(command.invocation == plain)
    }
  }
}
