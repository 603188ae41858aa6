import Glibc
import GitObjects
import SystemPackage

@testable import Sync

/// A directory of its own for one test, with an environment that knows no configuration of this machine.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/stet-sync-XXXXXX".utf8CString)
    guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
      throw Errno(rawValue: errno)
    }
    path = String(cString: made)
  }

  deinit {
    Self.removeAll(path)
  }

  private static func removeAll(_ path: String) {
    if unlink(path) == 0 { return }
    guard let directory = opendir(path) else { return }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    closedir(directory)
    for name in names where name != "." && name != ".." { removeAll(path + "/" + name) }
    rmdir(path)
  }

  /// What git's children get; `more` wins.
  func environment(_ more: [String: String] = [:]) -> [String: String] {
    let base = [
      "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": path,
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "Ada",
      "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
    ]
    return base.merging(more) { $1 }
  }

  /// Runs a program here and answers what it printed; its errors fail the test.
  @discardableResult
  func run(_ program: String, _ arguments: String...) async throws -> String {
    let child = ChildProcess(
      program: program, arguments: arguments, environment: environment(), directory: FilePath(path))
    let result = try await child.run(deadline: ChildDeadline(stall: .seconds(60), answer: .seconds(60)))
    guard result.status == 0 else { throw TransportError.failed("\(arguments): \(result.errors)") }
    return result.output
  }

  /// Writes a file below the directory.
  func write(_ text: String, to name: String, mode: FilePermissions = [.ownerReadWrite]) throws {
    let file = try FileDescriptor.open(
      path + "/" + name, .writeOnly, options: [.create, .truncate], permissions: mode)
    try file.closeAfter { _ = try file.writeAll(text.utf8) }
  }

  /// Reads a file below the directory.
  func read(_ name: String) throws -> String {
    let file = try FileDescriptor.open(path + "/" + name, .readOnly)
    return try file.closeAfter {
      var text: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { return String(decoding: text, as: UTF8.self) }
        text += buffer.prefix(count)
      }
    }
  }
}
