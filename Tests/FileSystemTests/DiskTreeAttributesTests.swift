import CLinux
import FileSystem
import GitObjects
import Glibc
import TestSupport
import Testing

@Suite struct `Attributes on the disk` {
  private let folder = TemporaryFolder()
  /// An access list as the kernel stores it: owner rw, user 1234 r, group r, mask rw, other none.
  private static let list: [UInt8] =
    [2, 0, 0, 0] + entry(0x01, 6, nil) + entry(0x02, 4, 1234) + entry(0x04, 4, nil) + entry(0x10, 6, nil)
    + entry(0x20, 0, nil)

  private static func entry(_ tag: UInt8, _ rights: UInt8, _ id: UInt32?) -> [UInt8] {
    let id = id ?? .max
    return [tag, 0, rights, 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> (8 * UInt32($0))) }
  }

  private func at(_ path: String) throws -> FileLocation { try FileLocation(WorkspacePath(path)) }

  private func set(_ name: String, _ value: [UInt8], on path: String) -> Int32 {
    setxattr(folder.path + "/" + path, name, value, value.count, 0)
  }

  private func value(_ name: String, of path: String) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = getxattr(folder.path + "/" + path, name, &buffer, buffer.count)
    return count < 0 ? nil : Array(buffer[..<count])
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser can act for several users"))
  func `mode, owner, group, attributes and access list are copied`() throws {
    let tree = try DiskTree(root: folder.path)
    try tree.create(at("old"), bytes: [], permissions: 0o600, durable: false)
    try tree.create(at("new"), bytes: Array("text".utf8), permissions: 0o600, durable: false)
    try #require(chown(folder.path + "/old", 1_234, 2_345) == 0)
    try #require(set("user.tag", Array("whales".utf8), on: "old") == 0)
    try #require(set("user.large", [UInt8](repeating: 7, count: 2_000), on: "old") == 0)
    try #require(set("user.empty", [], on: "old") == 0)
    try #require(set("system.posix_acl_access", Self.list, on: "old") == 0)
    try #require(chmod(folder.path + "/old", 0o4760) == 0)
    try tree.copyAttributes(from: at("old"), to: at("new"))
    let (old, new) = try (#require(try tree.stamp(of: at("old"))), #require(try tree.stamp(of: at("new"))))
    #expect(new.permissions == old.permissions && new.owner == 1_234 && new.group == 2_345)
    for name in ["user.tag", "user.large", "user.empty", "system.posix_acl_access"] {
      #expect(value(name, of: "new") == value(name, of: "old"))
      #expect(value(name, of: "new") != nil)
    }
  }

  @Test func `what the old file did not have is taken away`() throws {
    let tree = try DiskTree(root: folder.path)
    try tree.create(at("old"), bytes: [], permissions: 0o644, durable: false)
    try tree.create(at("new"), bytes: [], permissions: 0o644, durable: false)
    try #require(set("user.extra", [1], on: "new") == 0)
    try #require(set("system.posix_acl_access", Self.list, on: "new") == 0)
    try tree.copyAttributes(from: at("old"), to: at("new"))
    #expect(value("user.extra", of: "new") == nil)
    #expect(value("system.posix_acl_access", of: "new") == nil)
    #expect(try tree.stamp(of: at("new"))?.permissions == 0o644)
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser can act for several users"))
  func `the group of a file in a folder that hands its group down survives an exchange`() throws {
    // Review C6: a temporary made elsewhere has the writer's group.
    let tree = try DiskTree(root: folder.path)
    try tree.makeDirectories(at("shared"))
    try #require(chown(folder.path + "/shared", 0, 2_345) == 0 && chmod(folder.path + "/shared", 0o2775) == 0)
    try tree.create(at("shared/file"), bytes: [], permissions: 0o664, durable: false)
    try tree.create(at("temporary"), bytes: Array("new".utf8), permissions: 0o600, durable: false)
    try tree.copyAttributes(from: at("shared/file"), to: at("temporary"))
    try tree.exchange(at("shared/file"), at("temporary"))
    let stamp = try #require(try tree.stamp(of: at("shared/file")))
    #expect(stamp.group == 2_345 && stamp.permissions & 0o755 == 0o644)
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser can act for several users"))
  func `one that cannot be copied is named`() throws {
    let tree = try DiskTree(root: folder.path)
    chmod(folder.path, 0o755)
    try tree.create(at("old"), bytes: [], permissions: 0o644, durable: false)
    try tree.create(at("new"), bytes: [], permissions: 0o644, durable: false)
    try #require(chown(folder.path + "/old", 0, 2_345) == 0 && chown(folder.path + "/new", 4_242, 4_242) == 0)
    let places = try (at("old"), at("new"))
    let thrown: FileError? = try asUser(4_242) {
      thrownError({ try tree.copyAttributes(from: places.0, to: places.1) })
    }
    let error = try #require(thrown)
    #expect(error.code == .attribute && error.message.contains("group 2345"))
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser can act for several users"))
  func `what may not be read says so and is not taken for missing`() throws {
    let tree = try DiskTree(root: folder.path)
    chmod(folder.path, 0o755)
    try tree.create(at("private"), bytes: [], permissions: 0o600, durable: false)
    try tree.makeDirectories(at("locked"))
    try tree.create(at("locked/file"), bytes: [], permissions: 0o644, durable: false)
    try tree.setPermissions(0o700, of: at("locked"))
    let codes = try asUser(4_242) {
      [
        failure { _ = try tree.read(at("private"), limit: 10) },
        failure { _ = try tree.stamp(of: at("locked/file")) },
        failure { _ = try tree.read(at("locked/file"), limit: 10) },
        failure { _ = try tree.entries(of: at("locked")) },
        failure { try tree.create(at("made"), bytes: [], permissions: 0o644, durable: false) },
      ]
    }
    #expect(codes == [.denied, .denied, .denied, .denied, .denied])
    let errors = try asUser(4_242) { try tree.walk(.root) { _, _ in true } }
    #expect(errors.map(\.code) == [.denied] && errors.map(\.path) == ["locked"])
  }

  private func thrownError(_ body: () throws -> Void) -> FileError? {
    do {
      try body()
      return nil
    } catch {
      return error as? FileError
    }
  }

  /// Runs with another user's rights to files; the kernel keeps that id for each thread, glibc declares no such call
  /// for Swift, and `seteuid` would change all threads.
  private func asUser<Result>(_ user: UInt32, _ body: () throws -> Result) throws -> Result {
    let symbol = try #require(dlsym(nil, "setfsuid"))
    let setUser = unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
    _ = setUser(user)
    defer { _ = setUser(0) }
    return try body()
  }
}
