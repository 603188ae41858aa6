import GitObjects
import Testing

@testable import FolderKeeping

@Suite struct PendingScansTests {
  @Test func `scans of folders and of everything are taken apart, and each once`() throws {
    var scans = PendingScans()
    #expect(scans.isEmpty && scans.count == 0)
    scans.add([try WorkspacePath("b"), try WorkspacePath("a")])
    scans.add([try WorkspacePath("a")])
    scans.addAll()
    #expect(scans.count == 3)
    let folders = scans.takeFolders()
    #expect(folders == [try WorkspacePath("a"), try WorkspacePath("b")] && scans.isOfAll && scans.folders.isEmpty)
    let taken = [scans.takeAll(), scans.takeAll()]
    #expect(taken == [true, false] && scans.isEmpty)
  }

  @Test func `retries wait longer after each failure, up to a minute, and a success ends that`() {
    var retry = RetryTime()
    #expect(retry.isDue(at: 0))
    var waits: [Int64] = []
    for _ in 0..<8 {
      retry.noteFailure(at: 0)
      waits.append(retry.at / 1_000_000_000)
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60])
    retry.noteSuccess()
    retry.postpone(until: 5)
    #expect(!retry.isDue(at: 59_999_999_999) && retry.isDue(at: 60_000_000_000))
    retry.noteFailure(at: 0)
    #expect(retry.at == 1_000_000_000)
  }

  @Test func `only the first successful scan is the first, and it settles the past`() {
    var context = ScanContext(isAfterPowerLoss: true, isAuthorUnknown: false)
    #expect(context.isFirst && context.isAfterPowerLoss && !context.isAuthorUnknown)
    context.noteLostHistory()
    #expect(context.isAuthorUnknown)
    context.noteDone()
    #expect(!context.isFirst && !context.isAfterPowerLoss && !context.isAuthorUnknown)
    context.noteLostHistory()
    #expect(context.isAuthorUnknown && !context.isFirst)
  }
}
