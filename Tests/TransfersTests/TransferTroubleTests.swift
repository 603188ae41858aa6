import Testing

@testable import Transfers

/// The status of transfers that do not proceed.
@Suite struct TransferTroubleTests {
  private static func trouble(
    _ paths: [String], _ reason: String = "no", isOffline: Bool = false, isUpload: Bool = false
  ) -> TransferTrouble {
    TransferTrouble(paths: paths, reason: reason, isOffline: isOffline, isUpload: isUpload)
  }

  @Test func `an end that cannot be reached is said once, with how many files wait for it`() {
    let troubles = [
      Self.trouble(["a", "b"], "x", isOffline: true), Self.trouble(["b"], "y", isOffline: true, isUpload: true),
      Self.trouble(["c"], "z", isOffline: true, isUpload: true),
    ]
    #expect(
      TransferTrouble.sentences(troubles, host: "lfs.example.org") == [
        "no connection to lfs.example.org: 3 files wait"
      ])
    #expect(
      TransferTrouble.sentences([troubles[2]], host: "hub") == ["no connection to hub: 1 file waits"])
    #expect(TransferTrouble.sentences([], host: "hub").isEmpty)
  }

  @Test func `files with one reason are one sentence, and no more than three reasons are told`() {
    let troubles =
      [Self.trouble(["a"], "gone"), Self.trouble(["b"], "gone"), Self.trouble(["c"], "full", isUpload: true)]
      + (0..<3).map { Self.trouble(["d\($0)"], "reason \($0)") }
    #expect(
      TransferTrouble.sentences(troubles, host: "hub") == [
        "2 files do not come: gone", "c is not sent: full", "d0 does not come: reason 0",
        "2 more meet other problems ('stet list -r' names them)",
      ])
  }
}
