import GitObjects
import Glibc
import TestSupport
import Testing

@testable import Git

/// Loose objects that are made durable without a pack, as on a full disk.
struct LooseFlushTests {
  let folder: TemporaryFolder
  let repository: Repository

  init() throws {
    (folder, repository) = try TemporaryFolder.withRepository()
  }

  private func inode(_ name: String) -> UInt64? {
    var status = stat()
    return stat(folder.path + "/.git/" + name, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  @Test func `an object whose file could not be flushed counts as durable only when it was written anew`() throws {
    let id = try repository.write(.blob, Array("text\n".utf8))
    let other = try repository.write(.blob, Array("other\n".utf8))
    let name = LooseObject.name(of: id)
    let aside = folder.path + "/.git/aside"
    let (before, untouched) = (inode(name), inode(LooseObject.name(of: other)))
    // It cannot be written anew either.
    #expect(throws: ObjectStoreError.missing(id)) {
      try repository.durability.synchronizeLoose([other, id]) { file throws(ObjectStoreError) in
        guard file == name else { return }
        #expect(rename(folder.path + "/.git/" + name, aside) == 0)
        throw .failed("input/output error")
      }
    }
    #expect(rename(aside, folder.path + "/.git/" + name) == 0)
    // The kernel reports the error once.
    try repository.durability.synchronizeLoose([other, id])
    #expect(inode(name) != before && inode(LooseObject.name(of: other)) == untouched)
    #expect(inode(name) == inode("stet/spares/" + id.hex), "the spare is of the new file")
    #expect(try repository.read(id).content == Array("text\n".utf8))
    let after = inode(name)
    try repository.durability.synchronizeLoose([id])
    #expect(inode(name) == after)
    try repository.durability.synchronizeLoose([id]) { _ throws(ObjectStoreError) in throw .failed("input/output error")
    }
    #expect(inode(name) != after)
    try folder.git("fsck", "--full", "--strict")
  }

  @Test func `an object of another program that could not be flushed is written anew, one by one or with the device`()
    throws
  {
    let id = try repository.write(.blob, Array("by git\n".utf8))
    let before = inode(LooseObject.name(of: id))
    try repository.synchronize([id])
    #expect(inode(LooseObject.name(of: id)) == before)
    try repository.durability.synchronize([id]) { _ throws(ObjectStoreError) in throw .failed("input/output error") }
    let after = inode(LooseObject.name(of: id))
    #expect(after != before)
    repository.unflushed = [id]
    let others = try (0..<40).map { try repository.write(.blob, Array("\($0)\n".utf8)) }
    try repository.synchronize(others + [id])
    #expect(inode(LooseObject.name(of: id)) != after && repository.unflushed.isEmpty)
    try folder.git("fsck", "--full", "--strict")
  }
}
