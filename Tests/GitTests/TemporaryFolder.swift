import Git
import GitObjects
import Glibc

/// A folder of one test, gone with it, and stock git running in it without the user's configuration.
final class TemporaryFolder {
  /// The absolute path.
  let path: String

  /// Makes the folder.
  init() throws {
    var template = Array("/tmp/stet-git-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(text: "no temporary folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes a folder with a new repository.
  static func withRepository() throws -> (folder: TemporaryFolder, repository: Repository) {
    let folder = try TemporaryFolder()
    try Repository.create(root: folder.path, branch: "main")
    return (folder, try Repository(root: folder.path))
  }

  deinit {
    _ = try? run(["rm", "-rf", "--", path])
  }

  /// Why a step of a test could not be done.
  struct Failure: Error {
    /// The sentence.
    var text: String
  }

  /// Returns the ids of all loose objects of the repository here, in no order.
  func looseObjects() throws -> [ObjectID] {
    try run(["find", path + "/.git/objects", "-type", "f", "-path", "*/objects/??/*"]).split(separator: "\n").compactMap
    {
      ObjectID(hex: $0.suffix(41).filter { $0 != "/" })
    }
  }

  /// Runs stock git here and answers what it printed.
  @discardableResult
  func git(_ arguments: String...) throws -> String { try git(arguments) }

  /// Runs stock git here and answers what it printed.
  @discardableResult
  func git(_ arguments: [String]) throws -> String { try run(["git", "-C", path] + arguments) }

  /// Runs a program with no environment but what git needs and answers its output.
  @discardableResult
  func run(_ arguments: [String]) throws -> String {
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else { throw Failure(text: "no pipe") }
    for pipe in pipes { _ = fcntl(pipe, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 2)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let environment = [
      "PATH=/usr/bin:/bin", "HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1",
      "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.org",
      "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.org", "LC_ALL=C",
    ]
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child: pid_t = 0
    let status = posix_spawnp(&child, arguments[0], &actions, nil, &words, &variables)
    close(pipes[1])
    defer { close(pipes[0]) }
    guard status == 0 else { throw Failure(text: "\(arguments[0]) did not start") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(pipes[0], &buffer, buffer.count)
      if count <= 0 { break }
      output.append(contentsOf: buffer[..<count])
    }
    var result: Int32 = 0
    waitpid(child, &result, 0)
    let text = String(decoding: output, as: UTF8.self)
    guard result == 0 else { throw Failure(text: "\(arguments.joined(separator: " ")): \(text)") }
    return text
  }

  /// Replaces or makes a file.
  func write(_ name: String, _ content: String) throws {
    try write(name, Array(content.utf8))
  }

  /// Replaces or makes a file, and the folders above it.
  func write(_ name: String, _ content: [UInt8]) throws {
    let full = path + "/" + name
    if let slash = name.lastIndex(of: "/") { try run(["mkdir", "-p", "--", path + "/" + name[..<slash]]) }
    guard let file = fopen(full, "w") else { throw Failure(text: "\(full) cannot be written") }
    defer { fclose(file) }
    guard fwrite(content, 1, content.count, file) == content.count else { throw Failure(text: "\(full) not written") }
  }

  /// The content of a file; nil where it is not there.
  func read(_ name: String) -> [UInt8]? {
    guard let file = fopen(path + "/" + name, "r") else { return nil }
    defer { fclose(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      content.append(contentsOf: buffer[..<count])
    }
    return content
  }
}
