import Glibc
import TestSupport
import Testing

@testable import LargeFiles

@Suite struct `An object on its way` {
  private let folder = TemporaryFolder()
  private var objects: ObjectFolder { ObjectFolder(path: folder.file("lfs")) }
  private let bytes = Samples.noise(100_000, seed: 11)

  private func pointer() throws -> Pointer {
    try folder.write("file", bytes)
    let hash = Shell.run("sha256sum '\(folder.file("file"))'").output.prefix(64)
    return Pointer(id: try #require(ContentID(hex: Array(hash.utf8))), size: bytes.count)
  }

  private func take(_ arrival: Arrival, _ bytes: some Collection<UInt8>) throws {
    try Array(bytes).withUnsafeBytes { _ = try arrival.take($0) }
  }

  @Test func `has its name only when it is whole`() throws {
    let pointer = try pointer()
    let arrival = try #require(try Arrival.begin(pointer, in: objects))
    try take(arrival, bytes[..<60_000])
    #expect(!objects.holds(pointer) && folder.names("lfs/objects").isEmpty)
    try take(arrival, bytes[60_000...])
    try arrival.finish()
    #expect(objects.holds(pointer))
    #expect(folder.names("lfs/incomplete").isEmpty)
  }

  @Test func `goes on where it was cut off, with the server's mark`() throws {
    let pointer = try pointer()
    do {
      let arrival = try #require(try Arrival.begin(pointer, in: objects))
      try arrival.restart(entityTag: "\"one\"")
      try take(arrival, bytes[..<60_000])
      #expect(throws: ObjectFolderError.wrongSize(pointer.id, expected: 100_000, found: 60_000)) {
        try arrival.finish()
      }
    }
    let arrival = try #require(try Arrival.begin(pointer, in: objects))
    #expect(arrival.begun == 60_000 && arrival.entityTag == "\"one\"")
    try take(arrival, bytes[60_000...])
    try arrival.finish()
    try objects.check(pointer)
    #expect(folder.names("lfs/incomplete").isEmpty)
  }

  @Test func `that has another hash is removed`() throws {
    let pointer = try pointer()
    let arrival = try #require(try Arrival.begin(pointer, in: objects))
    try take(arrival, bytes.reversed())
    #expect(throws: ObjectFolderError.wrongContent(pointer.id)) { try arrival.finish() }
    #expect(folder.names("lfs/incomplete").isEmpty && folder.names("lfs/objects").isEmpty)
  }

  @Test func `that is longer than its pointer says is refused at once`() throws {
    let pointer = try pointer()
    let arrival = try #require(try Arrival.begin(pointer, in: objects))
    #expect(throws: ObjectFolderError.wrongSize(pointer.id, expected: 100_000, found: 100_001)) {
      try take(arrival, bytes + [1])
    }
    #expect(arrival.size == 0)
  }

  @Test func `is one at a time`() throws {
    let pointer = try pointer()
    let first = try #require(try Arrival.begin(pointer, in: objects))
    #expect(try Arrival.begin(pointer, in: objects) == nil)
    first.discard()
  }

  @Test func `that nobody went on with is removed, one that is going on is not`() throws {
    let pointer = try pointer()
    let other = Pointer(id: Samples.id(2), size: 10)
    do {
      let left = try #require(try Arrival.begin(other, in: objects))
      try left.restart(entityTag: "x")
      try take(left, [1, 2])
    }
    let arrival = try #require(try Arrival.begin(pointer, in: objects))
    try take(arrival, bytes)
    let times = folder.names("lfs/incomplete").map { name in
      var status = stat()
      stat(folder.file("lfs/incomplete/\(name)"), &status)
      return Int64(status.st_ctim.tv_sec)
    }
    try objects.removeLeftovers(now: #require(times.min()) + 86_400)
    #expect(folder.names("lfs/incomplete").count == 3)
    try objects.removeLeftovers(now: #require(times.max()) + 86_401)
    #expect(folder.names("lfs/incomplete") == ["stet-\(pointer.id).part"])
    try arrival.finish()
    #expect(objects.holds(pointer))
  }
}
