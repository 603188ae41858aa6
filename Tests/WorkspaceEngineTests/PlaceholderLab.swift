import FoundationEssentials
import LargeFiles
import Testing

@testable import WorkspaceEngine

/// A folder with a remote to which another machine's git has brought large files.
struct PlaceholderLab {
  /// Contents come when they are asked for.
  static let lazy = "[placeholders]\ndownload = \"lazy\"\n"

  let folder: TestFolder
  let remote: String
  var there: ObjectFolder { ObjectFolder(path: remote + "/lfs") }
  var here: ObjectFolder { ObjectFolder(path: folder.root + "/.git/lfs") }
  private let other: TestFolder

  init(policy: String = PlaceholderLab.lazy) async throws {
    folder = try await TestFolder()
    other = try await TestFolder(machine: "other")
    remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try await other.git("remote", "add", "origin", remote)
    try folder.save(".stet/policy.toml", policy)
    try await folder.open { try await $0.settle() }
    try await other.git("fetch", "--quiet", "origin")
    try await other.git("reset", "--quiet", "--hard", "origin/main")
    try other.save(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
  }

  /// Has a content come to the remote, and the pointer to it.
  @discardableResult
  func publish(_ path: String, _ content: String, withObject: Bool = true) async throws -> Pointer {
    let file = other.place + "/content"
    try Data(content.utf8).write(to: URL(filePath: file))
    let handle = try OpenedFile(file)
    let pointer = try (withObject ? there : ObjectFolder(path: other.place + "/lfs")).store(handle.number)
    try other.save(path, String(decoding: pointer.bytes, as: UTF8.self))
    try await other.git("add", "--all")
    try await other.git("commit", "--quiet", "-m", "Bring \(path)")
    try await other.git("push", "--quiet", "origin", "HEAD:refs/heads/main")
    return pointer
  }

  func text(of pointer: Pointer) -> String { String(decoding: pointer.bytes, as: UTF8.self) }
}
