import Testing

@testable import FileWatching

struct PendingWritersTests {
  private var desk = Desk()

  @Test mutating func `a file that grows without a close is taken at doublings only`() throws {
    var looks: [Int64] = []
    var size: Int64 = 0
    for time in stride(from: Int64(0), to: 60_000, by: 50) {
      size += 1_000
      desk.sizes["log.txt"] = size
      if desk.due(at: time) == ["log.txt growing"] { looks.append(size) }
      try desk.see(.modified, "log.txt", at: time)
    }
    #expect((4...8).contains(looks.count))
    #expect(looks.reduce(0, +) <= 2 * size)
    try desk.see(.closedAfterWrite, "log.txt", at: 60_000)
    #expect(desk.due(at: 60_020) == ["log.txt closed"])
  }

  @Test mutating func `a line now and then is taken at once while the file is small beside what was taken`() throws {
    desk.sizes["log.txt"] = 100
    try desk.see(.modified, "log.txt", at: 0)
    #expect(desk.due(at: 200) == ["log.txt growing"])
    desk.sizes["log.txt"] = 101
    try desk.see(.modified, "log.txt", at: 1_000)
    #expect(desk.due(at: 1_200) == ["log.txt growing"])
    desk.sizes["log.txt"] = 102
    try desk.see(.modified, "log.txt", at: 2_000)
    #expect(desk.due(at: 599_000).isEmpty)
    #expect(desk.due(at: 601_200) == ["log.txt growing"])
  }

  @Test mutating func `a file that was emptied and not closed is looked at after two seconds`() throws {
    desk.sizes["a.md"] = 0
    try desk.see(.modified, "a.md", at: 0)
    #expect(desk.due(at: 1_999).isEmpty)
    #expect(desk.due(at: 2_000) == ["a.md growing"])
  }

  @Test mutating func `a slow writer that empties first is due when it closes`() throws {
    desk.sizes["a.md"] = 0
    try desk.see(.modified, "a.md", at: 0)
    _ = desk.take(at: 5_000)
    for chunk in 0..<10 as Range<Int64> {
      desk.sizes["a.md"] = chunk * 10
      try desk.see(.modified, "a.md", at: 5_000 + chunk)
    }
    try desk.see(.closedAfterWrite, "a.md", at: 5_010)
    #expect(desk.due(at: 5_030) == ["a.md closed"])
    #expect(desk.due(at: 700_000).isEmpty)
  }
}
