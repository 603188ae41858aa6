import Glibc
import TestSupport
import Testing

@testable import LargeFiles

@Suite struct `Objects that land` {
  private let folder = TemporaryFolder()
  private var objects: ObjectFolder { ObjectFolder(path: folder.file("lfs")) }

  private func arrival(_ bytes: [UInt8], of pointer: Pointer) throws -> Arrival {
    let arrival = try #require(try Arrival.begin(pointer, in: objects))
    try bytes.withUnsafeBytes { _ = try arrival.take($0) }
    return arrival
  }

  @Test(arguments: [1, 3, 4, 20])
  func `together or alone end each for itself`(count: Int) async throws {
    let contents = (0..<UInt64(count)).map { Samples.noise(1_000, seed: $0) }
    let good = try contents.map { try arrival($0, of: try Pointer(hashing: $0)) }
    let other = try Pointer(hashing: Samples.noise(1_000, seed: 99))
    let wrong = try arrival(contents[0], of: other)
    let longer = try Pointer(hashing: Samples.noise(2_000, seed: 98))
    let short = try arrival(Samples.noise(500, seed: 98), of: longer)
    let errors = (await Landing.open(in: objects)).land(good + [wrong, short])
    #expect(errors.dropLast(2).allSatisfy { $0 == nil })
    #expect(errors.suffix(2) == [.wrongContent(other.id), .wrongSize(longer.id, expected: 2_000, found: 500)])
    for pointer in good.map(\.pointer) { try objects.check(pointer) }
    #expect(!objects.holds(other) && !objects.holds(longer))
    #expect(folder.names("lfs/incomplete").count == 1, "only what can be gone on with is left")
  }

  @Test func `while others do are the next group, and each is answered`() async throws {
    let landing = await Landing.open(in: objects)
    let arrivals = try (0..<UInt64(100)).map { seed in
      let bytes = Samples.noise(2_000, seed: seed)
      return try arrival(bytes, of: try Pointer(hashing: bytes))
    }
    let answered = await withTaskGroup(of: Bool.self) { group in
      for arrival in arrivals { group.addTask { await landing.land(arrival) == nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(answered == 100)
    for arrival in arrivals { try objects.check(arrival.pointer) }
    #expect(folder.names("lfs/incomplete").isEmpty)
  }

  @Test func `on a disk that refuses have no name, and say why`() async throws {
    let bytes = (0..<UInt64(5)).map { Samples.noise(1_000, seed: $0) }
    let arrivals = try bytes.map { try arrival($0, of: try Pointer(hashing: $0)) }
    let taken = arrivals[2].pointer
    // A file is where the object's folder belongs.
    let place = objects.place(of: taken.id)
    _ = Shell.run("mkdir -p '\(folder.file("lfs/objects"))'")
    try folder.write("lfs/objects/" + place.dropFirst(objects.path.count + 9).prefix(2), [1])
    let errors = (await Landing.open(in: objects)).land(arrivals)
    #expect(errors.map { $0 == nil } == [true, true, false, true, true])
    #expect(!objects.holds(taken))
  }
}
