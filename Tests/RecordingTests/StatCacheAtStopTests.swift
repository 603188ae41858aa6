import FileSystem
import Recording
import TestSupport
import Testing
import WorkTree

/// The stored stat cache after a stop.
@Suite struct `The stat cache of a recorder` {
  @Test(arguments: [(isSameBoot: true, reads: 0), (false, 3)])
  func `a kill keeps it, a power cut does not`(isSameBoot: Bool, reads: Int) throws {
    let desk = try Desk()
    for name in ["a", "b", "c"] { try desk.save(name, "\(name)\n") }
    try desk.scan()
    try desk.running().log.close()
    try desk.open(isSameBoot: true)
    // Something is recorded and no stop in order follows.
    try desk.write("log", .appending("r-1\n")).result()
    try desk.open(isSameBoot: isSameBoot)
    let count = Counter()
    desk.observe { operation, place in
      if operation == .read, ["a", "b", "c"].contains(place.string) { count.add() }
    }
    try desk.scan()
    #expect(count.value == reads)
    // The scan does not believe an entry that was stored before the cut later either.
    #expect(try (desk.tree.stamp(of: .store("cache")) != nil) == isSameBoot)
  }

  @Test func `after a cut that follows a stop in order, what was saved last is read again`() throws {
    let desk = try Desk()
    try desk.save("old", "old\n")
    desk.wait(milliseconds: 90_000_000)
    try desk.save("new", "new\n")
    try desk.scan()
    try desk.running().log.close()
    let stamp = try #require(try desk.tree.stamp(of: .store("cache")))
    for isSameBoot in [true, false, true] {
      let count = Counter()
      try desk.open(isSameBoot: isSameBoot)
      desk.observe { operation, place in if operation == .read, place.string == "new" { count.add() } }
      let old = Counter()
      desk.observe { operation, place in if operation == .read, place.string == "old" { old.add() } }
      try desk.scan()
      #expect(count.value == (isSameBoot ? 0 : 1) && old.value == 0)
      desk.calm()
      try desk.running().log.close()
    }
    #expect(try desk.tree.stamp(of: .store("cache")) != stamp)
  }
}
