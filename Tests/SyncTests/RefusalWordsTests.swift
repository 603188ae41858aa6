import Testing

@testable import Sync

@Suite struct RefusalWordsTests {
  private static let large = """
    error: Trace: 5b0d
    error: See https://gh.io/lfs for more information.
    error: File media/big film.bin is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB
    error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.
    pre-receive hook declined
    """
  private static let secret = """
    error: GH013: Repository rule violations found for refs/heads/main.
    - GITHUB PUSH PROTECTION
    - Push cannot contain secrets
    locations:
    - commit: 8728dbe67c1f
    path: a/b.env:3
    push declined due to repository rule violations
    """

  @Test(arguments: [
    (Self.large, ["film.bin", "media/big film.bin", "media/big", "README.md"], ["media/big film.bin"]),
    (Self.secret, ["b.env", "a/b.env", "main", "push"], ["a/b.env"]),
    ("'notes' is not allowed", ["notes", "is"], ["notes"]),
    ("file notes is too long", ["notes", "long"], ["notes"]),
    ("no main here, said the hook", ["main", "hook", "no"], []),
    ("refused: x/a.txt, x/b.txt.", ["x/a.txt", "x/b.txt", "a.txt", "x/b"], ["x/a.txt", "x/b.txt"]),
    ("do not push ./keys.pem!", ["keys.pem"], ["keys.pem"]),
    ("bad name \"caf\\303\\251.md\"", ["café.md"], ["café.md"]),
    ("see a.txt.old", ["a.txt"], []),
    ("pack exceeds maximum allowed size", ["a.txt"], []),
  ])
  func `a refusal names the paths that stand in it as names`(text: String, pushed: [String], named: [String]) {
    #expect(RefusalWords(text).named(among: pushed).map(\.path) == named)
  }

  @Test(arguments: [
    ("refusing to update checked out branch: refs/heads/main", true), ("branch is currently checked out", true),
    (Self.large, false), (Self.secret, false), ("pre-receive hook declined", false),
  ])
  func `a branch that is checked out at the remote is a fault of the remote, not of a path`(
    text: String, isOfRepository: Bool
  ) {
    let cause = RefusalWords(text).ofRepository
    #expect((cause != nil) == isOfRepository)
    #expect(cause?.contains("receive.denyCurrentBranch") ?? true)
  }

  @Test(arguments: [
    ("fatal: write error: No space left on device\nunpacker error", true),
    ("error: unable to write file: Disk quota exceeded\nunpacker error", true),
    ("fatal: unable to create temporary file: Read-only file system\nunpacker error", true),
    ("quota of branches exceeded", false),
  ])
  func `a full disk at the remote is a fault of the remote, not of a path`(text: String, isOfRepository: Bool) {
    #expect((RefusalWords(text).ofRepository != nil) == isOfRepository)
  }

  @Test func `the reason is the line that names the path, or the first one that says more`() {
    let large = RefusalWords(Self.large).named(among: ["media/big film.bin"])
    #expect(
      large.first?.words
        == "File media/big film.bin is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB")
    let secret = RefusalWords(Self.secret).named(among: ["a/b.env"])
    #expect(secret.first?.words == "GH013: Repository rule violations found for refs/heads/main.")
  }
}
