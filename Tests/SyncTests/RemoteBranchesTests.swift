import Testing

@testable import Sync

@Suite struct RemoteBranchesTests {
  @Test(
    arguments: [
      ("", .empty),
      ("ref: refs/heads/trunk\tHEAD\nA\tHEAD\nA\trefs/heads/main\nA\trefs/heads/trunk\n", .branch("trunk")),
      ("A\trefs/heads/drafts\nA\trefs/heads/main\n", .branch("main")),
      ("A\trefs/heads/master\n", .branch("master")),
      ("A\trefs/heads/b/c\nA\trefs/heads/a\n", .several(["a", "b/c"])),
      ("ref: refs/heads/gone\tHEAD\nA\trefs/heads/main\n", .branch("main")),
      ("A\trefs/heads/stet/machine-1\n", .empty),
      ("A\trefs/heads/stet/machine-1\nA\trefs/heads/notes\n", .branch("notes")),
      ("ref: refs/heads/stet/machine-1\tHEAD\nA\trefs/heads/stet/machine-1\n", .empty),
      ("warning\nA\trefs/tags/v1\n", .empty),
    ] as [(String, RemoteBranches.Beginning)])
  func `a folder begins with the remote's choice, else with main, else with the only branch`(
    listing: String, beginning: RemoteBranches.Beginning
  ) {
    #expect(RemoteBranches(listing: listing).beginning == beginning)
  }
}
