import Glibc
import TestSupport
import Testing

@testable import LargeFiles

@Suite struct `A remote that is a folder` {
  private let desk = TemporaryFolder()
  private let git = "git -c user.name=a -c user.email=a@b"

  private func store(_ bytes: [UInt8], in folder: ObjectFolder) throws -> Pointer {
    try desk.write("content", bytes)
    let file = open(desk.file("content"), O_RDONLY)
    defer { close(file) }
    return try folder.store(file)
  }

  private func bring(_ pointer: Pointer, to target: ObjectFolder, from source: ObjectFolder) async -> TransferOutcome? {
    await FolderTransfer(from: source, to: target).run([pointer])[pointer.id]
  }

  @Test func `has its objects where stock git-lfs puts them and looks for them`() async throws {
    Shell.run("git init -q --bare '\(desk.file("bare.git"))' && git init -q '\(desk.file("work"))'")
    let ours = ObjectFolder(path: desk.file("work/.git/lfs"))
    let remote = try #require(ObjectFolder.ofRepository(desk.file("bare.git")))
    let pointer = try store(Samples.noise(150_000, seed: 1), in: ours)
    #expect(await bring(pointer, to: remote, from: ours) == .moved)
    #expect(await bring(pointer, to: remote, from: ours) == .present)
    #expect(remote.place(of: pointer.id).hasPrefix(desk.file("bare.git/lfs/objects/")))
    #expect(desk.names("bare.git/lfs/incomplete").isEmpty)

    try desk.write("work/a.bin", pointer.bytes)
    try desk.write("work/.gitattributes", Array("*.bin filter=lfs diff=lfs merge=lfs -text\n".utf8))
    let clone = Shell.run(
      """
      cd '\(desk.file("work"))' && \(git) add . && \(git) commit -qm x && \(git) push -q ../bare.git HEAD:refs/heads/main \
      && cd .. && git -C bare.git symbolic-ref HEAD refs/heads/main && mkdir home && export HOME=$PWD/home \
      GIT_CONFIG_GLOBAL=$PWD/home/.gitconfig && git lfs install --skip-repo >/dev/null && \
      git clone -q 'file://\(desk.file("bare.git"))' clone 2>&1 && cmp clone/a.bin content && cd clone && git lfs fsck 2>&1
      """)
    #expect(clone.status == 0, "\(clone.output)")

    // And what stock git-lfs puts there is found.
    try desk.write("clone/b.bin", Samples.noise(60_000, seed: 2))
    let push = Shell.run(
      """
      cd '\(desk.file("clone"))' && export HOME='\(desk.file("home"))' GIT_CONFIG_GLOBAL='\(desk.file("home/.gitconfig"))' && \
      \(git) add . && \(git) commit -qm y && \(git) push -q >/dev/null 2>&1 && git cat-file blob HEAD:b.bin
      """)
    guard case .exact(let theirs) = PointerReading(Array(push.output.utf8)) else {
      Issue.record("\(push.status) \(push.output)")
      return
    }
    #expect(await bring(theirs, to: ours, from: remote) == .moved)
    #expect(Shell.run("cmp '\(ours.place(of: theirs.id))' '\(desk.file("clone/b.bin"))'").status == 0)
  }

  @Test(arguments: [("--shared=group", true), ("--shared=umask", false)])
  func `lets the group write to its folders only if the repository does`(sharing: String, isShared: Bool) async throws {
    Shell.run("umask 022 && git init -q --bare \(sharing) '\(desk.file("bare.git"))'")
    let ours = ObjectFolder(path: desk.file("ours"))
    let remote = try #require(ObjectFolder.ofRepository(desk.file("bare.git")))
    let pointer = try store(Samples.noise(10_000, seed: 1), in: ours)
    #expect(await bring(pointer, to: remote, from: ours) == .moved)
    let folders = Shell.run("find '\(desk.file("bare.git/lfs"))' -type d").output.split(separator: "\n")
    let open = Shell.run("find '\(desk.file("bare.git/lfs"))' -type d -perm -020").output.split(separator: "\n")
    #expect(folders.count >= 4 && open == (isShared ? folders : []))
  }

  @Test func `with a damaged object gives none`() async throws {
    let ours = ObjectFolder(path: desk.file("ours"))
    let remote = ObjectFolder(path: desk.file("remote"))
    let pointer = try store(Samples.noise(10_000, seed: 1), in: remote)
    Shell.run("printf x | dd of='\(remote.place(of: pointer.id))' conv=notrunc status=none")
    let damaged = TransferOutcome.failed(.local(.wrongContent(pointer.id)))
    #expect(await bring(pointer, to: ours, from: remote) == damaged)
    #expect(!ours.holds(pointer) && desk.names("ours/incomplete").isEmpty)
    let missing = Pointer(id: Samples.id(1), size: 1)
    #expect(await bring(missing, to: ours, from: remote) == .failed(.local(.missing(missing.id))))
  }

  @Test func `loses no object on its way, whatever the age of its file`() throws {
    let ours = ObjectFolder(path: desk.file("ours"))
    let remote = ObjectFolder(path: desk.file("remote"))
    let pointer = try store(Samples.noise(10_000, seed: 1), in: remote)
    Shell.run("touch -d 2001-01-01 '\(remote.place(of: pointer.id))'")
    do {
      let object = try BroughtObject(pointer, from: remote, to: ours) { _ in true }
      try ours.removeLeftovers(now: Int64(time(nil)) - 60 + 86_400)
      try object.finish()
      try ours.check(pointer)
      #expect(Shell.run("stat -c %h '\(remote.place(of: pointer.id))'").output == "2\n")
      // The name of an object that is not used is removed with it.
      try ours.remove(pointer.id)
      _ = try BroughtObject(pointer, from: remote, to: ours) { _ in true }
    }
    #expect(desk.names("ours/incomplete").isEmpty)
  }

  @Test func `on another file system gets a copy`() async throws {
    // /dev/shm is one of its own wherever there is one.
    guard access("/dev/shm", W_OK) == 0 else { return }
    let there = Shell.run("mktemp -d /dev/shm/stet-large-XXXXXX").output.split(separator: "\n").map(String.init)
    let other = try #require(there.first)
    defer { Shell.run("rm -rf '\(other)'") }
    let ours = ObjectFolder(path: desk.file("ours"))
    let pointer = try store(Samples.noise(1_500_000, seed: 1), in: ours)
    let remote = ObjectFolder(path: "\(other)/lfs")
    #expect(await bring(pointer, to: remote, from: ours) == .moved)
    try remote.check(pointer)
    #expect(Shell.run("ls -A '\(other)/lfs/incomplete'").output.isEmpty)
  }

  @Test func `gives all that it has, and says of each what became of it`() async throws {
    let ours = ObjectFolder(path: desk.file("ours"))
    let remote = ObjectFolder(path: desk.file("remote"))
    let first = try store(Samples.noise(10_000, seed: 1), in: remote)
    let second = try store(Samples.noise(20_000, seed: 2), in: remote)
    _ = await bring(first, to: ours, from: remote)
    let missing = Pointer(id: Samples.id(3), size: 3)
    let outcomes = await FolderTransfer(from: remote, to: ours).run([first, second, missing, second])
    #expect(
      outcomes == [first.id: .present, second.id: .moved, missing.id: .failed(.local(.missing(missing.id)))])
    try ours.check(second)
  }

  @Test func `gives a group of objects without those that it has not got whole`() async throws {
    let ours = ObjectFolder(path: desk.file("ours"))
    let remote = ObjectFolder(path: desk.file("remote"))
    let pointers = try (0..<20).map { try store(Samples.noise(2_000, seed: $0), in: remote) }
    Shell.run("printf x | dd of='\(remote.place(of: pointers[7].id))' conv=notrunc status=none")
    try remote.remove(pointers[11].id)
    // A file is where the object's folder should be.
    let place = ours.place(of: pointers[13].id).dropLast(65)
    Shell.run("mkdir -p \"$(dirname '\(place)')\" && touch '\(place)'")
    let cancelled = pointers[3].id
    let outcomes = await FolderTransfer(from: remote, to: ours, mayBegin: { $0 != cancelled }).run(pointers)
    for (number, pointer) in pointers.enumerated() {
      switch (number, outcomes[pointer.id]) {
      case (3, .failed(.cancelled)), (13, .failed(.local)): break
      case (7, let outcome): #expect(outcome == .failed(.local(.wrongContent(pointer.id))))
      case (11, let outcome): #expect(outcome == .failed(.local(.missing(pointer.id))))
      case (_, let outcome):
        #expect(outcome == .moved)
        try ours.check(pointer)
      }
      #expect(ours.holds(pointer) == ![3, 7, 11, 13].contains(number))
    }
    #expect(desk.names("ours/incomplete").isEmpty)
  }

  @Test func `is asked in groups that are small, but for one large object`() {
    let most = 64 << 20
    let groups: [(sizes: [Int], count: Int)] = [
      ([], 0), ([1, 2], 2), ([1, most], 1), ([most, 1], 1), ([most + 1, 1], 1), ([2, most - 2, 1], 2),
      ([.max, .max], 1), ([1, .max], 1), (Array(repeating: 1, count: 1_200), 500),
    ]
    for (sizes, count) in groups { #expect(FolderTransfer.groupCount(of: sizes) == count, "\(sizes.prefix(3))") }
  }

  @Test(arguments: ["lfs", "lfs/objects", "lfs/objects/XX"])
  func `that is ours by another name has nothing for itself`(level: String) async throws {
    let ours = ObjectFolder(path: desk.file("ours/lfs"))
    let pointer = try store(Samples.noise(10_000, seed: 1), in: ours)
    let name = level.hasSuffix("XX") ? "lfs/objects/\(pointer.id.hex.prefix(2))" : level
    let parent = name[..<(name.lastIndex(of: "/") ?? name.startIndex)]
    let (own, remotes) = (desk.file("ours/\(name)"), desk.file("remote/\(name)"))
    Shell.run("mkdir -p '\(desk.file("remote/\(parent)"))' && ln -s '\(own)' '\(remotes)'")
    let remote = ObjectFolder(path: desk.file("remote/lfs"))
    #expect(remote.holds(pointer))
    #expect(await remote.holds([pointer], apartFrom: ours).isEmpty)
    let other = ObjectFolder(path: desk.file("other/lfs"))
    _ = await bring(pointer, to: other, from: ours)
    #expect(await other.holds([pointer], apartFrom: ours) == [pointer.id])
  }

  @Test func `says what it has not got whole, and takes it again`() async throws {
    let ours = ObjectFolder(path: desk.file("ours"))
    let remote = ObjectFolder(path: desk.file("remote"))
    let whole = try store(Samples.noise(10_000, seed: 1), in: ours)
    let damaged = try store(Samples.noise(10_000, seed: 2), in: ours)
    let missing = try store(Samples.noise(10_000, seed: 3), in: ours)
    for pointer in [whole, damaged] { _ = await bring(pointer, to: remote, from: ours) }
    let place = remote.place(of: damaged.id)
    Shell.run("rm '\(place)' && head -c 10000 /dev/zero > '\(place)'")
    #expect(remote.holds(damaged))
    #expect(await remote.damaged([whole, damaged, missing]) == [damaged.id, missing.id])
    #expect(await bring(damaged, to: remote, from: ours) == .moved)
    try remote.check(damaged)
  }

  @Test func `that is none has no objects`() {
    #expect(ObjectFolder.ofRepository(desk.path) == nil)
  }
}
