import Glibc
import LargeFiles
import TestSupport
import Testing

@Suite struct `The object folder` {
  private let folder = TemporaryFolder()
  private var objects: ObjectFolder { ObjectFolder(path: folder.file("lfs")) }

  private func store(_ bytes: [UInt8]) throws -> Pointer {
    try folder.write("file", bytes)
    let file = open(folder.file("file"), O_RDONLY)
    defer { close(file) }
    return try objects.store(file)
  }

  @Test(arguments: [1, 1_048_575, 1_048_576, 1_048_577, 3_000_001])
  func `keeps a content under its hash, as git-lfs does`(size: Int) throws {
    let pointer = try store(Samples.noise(size, seed: 3))
    let hash = String(Shell.run("sha256sum '\(folder.file("file"))'").output.prefix(64))
    #expect(pointer.id.hex == hash && pointer.size == size)
    let place = folder.file("lfs/objects/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash)")
    #expect(objects.place(of: pointer.id) == place)
    #expect(Shell.run("cmp '\(place)' '\(folder.file("file"))'").status == 0)
    #expect(objects.holds(pointer))
    try objects.check(pointer)
    #expect(folder.names("lfs/incomplete").isEmpty)
  }

  @Test func `keeps no object for a file without bytes`() throws {
    let pointer = try store([])
    #expect(pointer == Pointer(id: .empty, size: 0))
    #expect(objects.holds(pointer))
    #expect(try objects.list().isEmpty)
  }

  @Test func `keeps a content once`() throws {
    let pointer = try store(Array("same".utf8))
    let before = Shell.run("stat -c %i '\(objects.place(of: pointer.id))'").output
    _ = try store(Array("same".utf8))
    #expect(Shell.run("stat -c %i '\(objects.place(of: pointer.id))'").output == before)
    #expect(try objects.list().map(\.id) == [pointer.id])
  }

  @Test func `a copy that is given up leaves nothing`() throws {
    try folder.write("file", Samples.noise(3_000_000, seed: 3))
    let file = open(folder.file("file"), O_RDONLY)
    defer { close(file) }
    #expect(throws: ObjectFolderError.cancelled) { try objects.store(file) { $0 < 2_000_000 } }
    #expect(folder.names("lfs/incomplete").isEmpty)
    #expect(try objects.list().isEmpty)
  }

  @Test func `shares an object's blocks only with its size and hash`() throws {
    let bytes = Samples.noise(2_500_000, seed: 4)
    let pointer = try store(bytes)
    let place = objects.place(of: pointer.id)
    var taken: [Bool] = []
    // The other end may do anything with the descriptor.
    #expect(try !objects.share(pointer) { _ in false })
    #expect(
      try objects.share(pointer) {
        taken.append($0 >= 0); return true
      })
    #expect(taken == [true])
    Shell.run("chmod u+w '\(place)' && printf x | dd of='\(place)' conv=notrunc status=none")
    #expect(throws: ObjectFolderError.wrongContent(pointer.id)) { try objects.share(pointer) { _ in true } }
    #expect(throws: ObjectFolderError.missing(pointer.id)) { try objects.share(pointer) { _ in true } }
    Shell.run("cp '\(place).damaged' '\(place)' && truncate -s 10 '\(place)'")
    #expect(!objects.holds(pointer))
    #expect(throws: ObjectFolderError.wrongSize(pointer.id, expected: 2_500_000, found: 10)) {
      try objects.share(pointer) { _ in true }
    }
  }

  @Test func `sets a damaged object aside when it is read, so that it can be stored again`() throws {
    let bytes = Samples.noise(10_000, seed: 4)
    let pointer = try store(bytes)
    let place = objects.place(of: pointer.id)
    Shell.run("chmod u+w '\(place)' && printf x | dd of='\(place)' conv=notrunc status=none")
    #expect(throws: ObjectFolderError.wrongContent(pointer.id)) { try objects.read(pointer) { _ in } }
    #expect(!objects.holds(pointer))
    #expect(try objects.list().isEmpty)
    #expect(Shell.run("test -e '\(place).damaged'").status == 0)
    #expect(try store(bytes) == pointer)
    try objects.check(pointer)
    #expect(Shell.run("test -e '\(place).damaged'").status != 0, "it is of no use beside a good one")
  }

  @Test func `says that an object is not here`() throws {
    let pointer = Pointer(id: Samples.id(1), size: 4)
    #expect(!objects.holds(pointer))
    #expect(throws: ObjectFolderError.missing(pointer.id)) { try objects.check(pointer) }
    try objects.remove(pointer.id)
  }

  @Test func `git-lfs finds nothing wrong with it`() throws {
    let bytes = Samples.noise(200_000, seed: 5)
    Shell.run("git init -q '\(folder.file("repository"))'")
    let objects = ObjectFolder(path: folder.file("repository/.git/lfs"))
    try folder.write("file", bytes)
    let file = open(folder.file("file"), O_RDONLY)
    defer { close(file) }
    let pointer = try objects.store(file)
    try folder.write("repository/a.bin", pointer.bytes)
    try folder.write("repository/.gitattributes", Array("*.bin filter=lfs diff=lfs merge=lfs -text\n".utf8))
    let commit = "git -c user.name=a -c user.email=a@b"
    let result = Shell.run(
      """
      cd '\(folder.file("repository"))' && \(commit) add . && \(commit) commit -qm x && git lfs fsck 2>&1 && \
      git lfs ls-files -l && cat a.bin | git lfs smudge | cmp - ../file
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("\(pointer.id) * a.bin") || result.output.contains("\(pointer.id) - a.bin"))
  }
}
