import Glibc
import TestSupport

/// A machine of its own for a test: a home, a runtime directory and a git identity, beneath one folder that is removed.
///
/// It is in `/var/tmp`, since vim and emacs leave out their backups in `/tmp`.
final class Machine: Sendable {
  /// The folder that holds everything.
  let place: String
  /// The environment of programs.
  let environment: [String: String]
  private let folder = TemporaryFolder(in: "/var/tmp", isKept: getenv("STET_KEEP") != nil)
  /// The person's name.
  let person: String

  /// The binary that is tested: `STET_BINARY`, else the one that is built beside the tests.
  static let binary = Program.built("stet", variable: "STET_BINARY") ?? ".build/debug/stet"

  /// The program that kills another one at a system call: `STEPPER`, else the one that is built beside the tests.
  static let stepper = Program.built("SystemCallStepper", variable: "STEPPER") ?? "SystemCallStepper"

  /// Whether the long form of the tests was asked for.
  static let isLong = getenv("STET_LONG") != nil

  /// The seed of what is random: `STET_SEED`, else a new one.
  static var seed: UInt64 { getenv("STET_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 1...999_999) }

  /// A number that whoever runs the tests gave.
  static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

  /// Whether the tests run as the one who may do everything.
  static let isRoot = geteuid() == 0

  init(_ person: String = "Ann") throws {
    guard !folder.path.isEmpty else { throw Unprepared(what: "no folder in /var/tmp") }
    place = folder.path
    self.person = person
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    environment = [
      "HOME": place + "/home", "XDG_RUNTIME_DIR": place + "/run", "PATH": path, "LANG": "C.UTF-8", "TERM": "xterm",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "STET": Self.binary, "TMPDIR": place + "/tmp",
    ]
    for name in ["home", "run", "tmp"] { mkdir(place + "/" + name, 0o700) }
    try """
    [user]
    name = \(person)
    email = \(person.lowercased())@example.org
    [init]
    defaultBranch = main
    [advice]
    detachedHead = false

    """.write(to: place + "/home/.gitconfig")
  }

  /// Something the test needs is not there.
  struct Unprepared: Error { let what: String }

  /// Runs a program on this machine.
  @discardableResult
  func run(
    _ arguments: [String], in directory: String? = nil, input: String = "", with extra: [String: String] = [:],
    within limit: Duration = .seconds(60)
  ) async throws -> Outcome {
    try await start(arguments, in: directory, input: input, with: extra).end(within: limit)
  }

  /// Starts a program on this machine.
  func start(
    _ arguments: [String], in directory: String? = nil, input: String = "", with extra: [String: String] = [:],
    inputDescriptor: Int32? = nil
  ) throws -> Program {
    try Program(
      arguments, in: directory ?? place, environment: environment.merging(extra) { $1 }, input: Array(input.utf8),
      inputDescriptor: inputDescriptor)
  }

  /// Runs lines of shell, which end at the first command that fails.
  @discardableResult
  func shell(
    _ script: String, in directory: String? = nil, with extra: [String: String] = [:],
    within limit: Duration = .seconds(60)
  ) async throws -> Outcome {
    try await run(["bash", "-euc", script], in: directory, with: extra, within: limit)
  }

  /// Makes a `busctl` that answers for a property of NetworkManager with the text of the file `network`, at first `u 1`,
  /// and knows nothing else; returns the environment in which programs find it.
  func answerNetwork(_ property: String) async throws -> [String: String] {
    let busctl = "#!/bin/sh\ncase $* in *\(property)*) cat '\(place)/network' ;; *) exit 1 ;; esac\n"
    try busctl.write(to: place + "/busctl")
    try await shell("mkdir -p bin; mv busctl bin/busctl; chmod +x bin/busctl; echo u 1 > network").mustSucceed()
    return ["PATH": place + "/bin:" + (environment["PATH"] ?? "")]
  }

  /// Removes the folder, unless it is to be looked at: `STET_KEEP=1`.
  func remove() async {
    guard getenv("STET_KEEP") == nil else { return print("kept: \(place)") }
    _ = try? await run(["sh", "-c", "chmod -R u+rwX '\(place)' 2>/dev/null; rm -rf '\(place)'"], in: "/")
  }

  static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }
}
