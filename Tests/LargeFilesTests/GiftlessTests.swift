import Glibc
import HTTPTransfer
import LargeFiles
import TestSupport
import Testing

/// Beside stock git-lfs, at a real server.
@Suite struct `An object server that others wrote` {
  @Test func `gives git-lfs what Stet uploaded, and Stet what git-lfs did`() async throws {
    guard let server = ServerProcess.giftless() else { return }
    let desk = TemporaryFolder()
    let address = "http://127.0.0.1:\(server.port)/tests/sea.git"
    let git = "git -c user.name=a -c user.email=a@b -c lfs.url=\(address)/info/lfs"
    Shell.run("git init -q '\(desk.file("theirs"))' && cd '\(desk.file("theirs"))' && git lfs install --local")
    #expect(ServerPlace.address(ofRepository: address) == "\(address)/info/lfs")
    let loop = TransferLoop()
    let place = ObjectServer(ServerPlace(address: ServerPlace.address(ofRepository: address)), loop: loop)

    // Ours goes up; theirs comes down from it.
    let ours = ObjectFolder(path: desk.file("ours"))
    var pointers: [Pointer] = []
    for seed in 0..<5 as Range<UInt64> {
      try desk.write("content\(seed)", Samples.noise(100_000 + Int(seed) * 77_777, seed: seed))
      let file = open(desk.file("content\(seed)"), O_RDONLY)
      defer { close(file) }
      let pointer = try ours.store(file)
      pointers.append(pointer)
      try desk.write("theirs/\(seed).bin", pointer.bytes)
    }
    #expect(await place.holds(pointers) == .success([]))
    let up = await ObjectTransfer(.upload, with: place, folder: ours).run(TransferQueue(pointers))
    #expect(up.values.allSatisfy { $0 == .moved } && up.count == 5, "\(up)")
    #expect(await place.holds(pointers) == .success(Set(pointers.map(\.id))))
    let again = await ObjectTransfer(.upload, with: place, folder: ours).run(TransferQueue(pointers))
    #expect(again.values.allSatisfy { $0 == .present })
    let pull = Shell.run(
      """
      cd '\(desk.file("theirs"))' && echo '*.bin filter=lfs diff=lfs merge=lfs -text' > .gitattributes && \
      \(git) add . && \(git) commit -qm x && \(git) lfs pull 2>&1 && \(git) lfs fsck 2>&1 && \
      for n in 0 1 2 3 4; do cmp $n.bin ../content$n || exit 9; done
      """)
    #expect(pull.status == 0, "\(pull.output)")

    // Theirs goes up; ours comes down from it.
    try desk.write("theirs/theirs.bin", Samples.noise(250_000, seed: 99))
    let push = Shell.run(
      """
      cd '\(desk.file("theirs"))' && \(git) add . && \(git) commit -qm y && git init -q --bare ../bare.git && \
      \(git) push -q ../bare.git HEAD:refs/heads/main >/dev/null 2>&1 && \(git) cat-file blob HEAD:theirs.bin
      """)
    let text = push.output
    let reading = PointerReading(Array(text.utf8))
    guard case .exact(let pointer) = reading else {
      Issue.record("\(push.status): \(text)")
      return
    }
    let down = await ObjectTransfer(.download, with: place, folder: ours).run(TransferQueue([pointer]))
    #expect(down[pointer.id] == .moved, "\(down)")
    #expect(Shell.run("cmp '\(ours.place(of: pointer.id))' '\(desk.file("theirs/theirs.bin"))'").status == 0)
  }
}
