import Documents
import FileSystem
import GitObjects
import LargeFiles
import Recording
import TestSupport
import Testing

/// The states that a kill leaves at each step of an agent's write to a large file.
@Suite struct `Kills in a turn with a large file` {
  private static let steps: [RecorderHooks.Step] = [.journalled, .placed, .inspected, .stored, .moved]

  /// The folder as the kill left it, opened again.
  private func killed(
    after step: RecorderHooks.Step, of folder: LargeFolder, _ write: () throws -> Void
  ) throws -> LargeFolder {
    var copy: Result<LargeFolder, any Error>?
    var isWriting = false
    try folder.reopen(
      hooks: RecorderHooks { [root = folder.root] reached in
        if isWriting, reached == step, copy == nil { copy = Result { try LargeFolder(asKilled: root) } }
      })
    isWriting = true
    try write()
    return try #require(copy).get()
  }

  private func expect(_ folder: LargeFolder, holds content: [UInt8], after step: RecorderHooks.Step) throws {
    let pointer = try pointer(to: content)
    try folder.scan()
    #expect(try folder.bytes("film.bin") == content, "\(step)")
    #expect(try folder.recorded("film.bin") == pointer.bytes, "\(step)")
    var next = folder.recorder.tip
    while let id = next {
      let commit = try folder.repository.commit(id)
      #expect(CommitMessage(parsing: commit.message).author == .robot, "\(step): \(commit.message)")
      next = commit.parents.first
    }
    let tip = folder.recorder.tip
    try folder.reopen()
    try folder.scan()
    #expect(folder.recorder.tip == tip, "\(step): a second recovery records")
  }

  @Test(arguments: steps)
  func `an agent's new version stands and is the agent's`(_ step: RecorderHooks.Step) throws {
    let folder = try LargeFolder()
    let (old, new) = (LargeFolder.content(1), LargeFolder.content(2))
    try folder.write("film.bin", .put(old)).result()
    try folder.recorder.log.checkpoint()
    let left = try killed(after: step, of: folder) { try folder.write("film.bin", .put(new)).result() }
    try expect(left, holds: new, after: step)
  }

  @Test(arguments: steps)
  func `a version of the same size stands, too`(_ step: RecorderHooks.Step) throws {
    let folder = try LargeFolder()
    let old = LargeFolder.content(1)
    var new = old
    new[0] ^= 1
    try folder.write("film.bin", .put(old)).result()
    let left = try killed(after: step, of: folder) { try folder.write("film.bin", .put(new)).result() }
    try expect(left, holds: new, after: step)
  }

  @Test(arguments: steps)
  func `an agent's deletion of a file that waited for a newer content stands`(_ step: RecorderHooks.Step) throws {
    let folder = try LargeFolder()
    try folder.put(".gitattributes", Array("*.bin filter=lfs diff=lfs merge=lfs -text\n".utf8))
    try folder.put("film.bin", LargeFolder.content(1))
    try folder.scan()
    try folder.adopt(folder.remoteCommit(["film.bin": pointer(to: LargeFolder.content(2)).bytes]))
    try folder.put("film.bin", LargeFolder.content(3))
    // The person's save is recorded with it, and is in conflict with the newer content.
    let left = try killed(after: step, of: folder) { try folder.write("film.bin", .delete).result() }
    try left.scan()
    #expect(try left.bytes("film.bin") == nil)
    #expect(try left.recorded("film.bin") == nil)
    var listed = 0
    var next = left.recorder.tip
    while let id = next {
      let commit = try left.repository.commit(id)
      listed += CommitMessage(parsing: commit.message).conflicts.count
      next = commit.parents.first
    }
    #expect(listed == 1)
  }

  @Test(arguments: steps)
  func `a new large file of an agent stands and is the agent's`(_ step: RecorderHooks.Step) throws {
    let folder = try LargeFolder()
    let new = LargeFolder.content(2)
    let left = try killed(after: step, of: folder) { try folder.write("film.bin", .put(new)).result() }
    try expect(left, holds: new, after: step)
  }
}
