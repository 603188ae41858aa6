internal import Glibc
internal import Processes
internal import Subprocess
internal import SystemPackage

/// One run of a hook: a killable child process in its own session, with a file as input and a pipe for output.
///
/// A hook delays nothing and fills no disk if it does not read its input, prints without end, or leaves behind a
/// program that keeps its output open.
struct HookChild: Sendable {
  /// The number of bytes of a hook's output that are shown.
  private static let shown = 2_000

  /// The path of the program.
  let program: String
  /// The complete environment.
  let environment: [String: String]
  /// The working directory.
  let directory: String
  /// The folder for the input file, which has no name while the hook runs.
  let store: String

  /// Runs the hook; cancelling the calling task kills it.
  ///
  /// - Parameters:
  ///   - input: the content of its standard input.
  ///   - limit: the timeout after which it is killed with all processes that it started.
  func run(input: [UInt8], limit: Duration) async -> HookEnd {
    guard let source = Self.unnamed(store) else {
      return .notStarted("no file for its input could be made in \(store)")
    }
    defer { close(source) }
    guard let output = HookOutput.open() else { return .notStarted("no pipe for its output could be made") }
    defer { output.close() }
    guard Self.fill(source, input) else { return .notStarted("its input could not be written to \(store)") }
    async let printed = output.read()
    let ended: Result<Int32?, any Error>
    do {
      ended = .success(
        try await withThrowingTaskGroup(of: Int32?.self) { group in
          group.addTask { try await start(source, output.sink) }
          group.addTask {
            try await Task.sleep(for: limit)
            return nil
          }
          defer { group.cancelAll() }
          return try await group.next() ?? nil
        })
    } catch { ended = .failure(error) }
    output.end()
    let text = Self.text(await printed)
    switch ended {
    case .success(let status?): return .ended(status, text)
    case .success(nil): return .tooLong(limit, text)
    case .failure(let error): return .notStarted("\(error)")
    }
  }

  private func start(_ source: Int32, _ sink: Int32) async throws -> Int32 {
    var options = PlatformOptions()
    options.createSession = true
    // SIGKILL at once, to the whole process group: processes that the hook started may survive a gentler signal.
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500))
    ]
    try ChildDescriptors.require()
    let outcome = try await Subprocess.run(
      Configuration(
        executable: .path(FilePath(program)), arguments: [], environment: .only(environment),
        workingDirectory: FilePath(directory), platformOptions: options),
      input: .fileDescriptor(FileDescriptor(rawValue: source), closeAfterSpawningProcess: false),
      output: .fileDescriptor(FileDescriptor(rawValue: sink), closeAfterSpawningProcess: false),
      error: .combinedWithOutput)
    return outcome.terminationStatus.shellStatus
  }

  /// Creates a new file without a name; returns nil if that fails.
  private static func unnamed(_ folder: String) -> Int32? {
    let path = "\(folder)/hook-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    unlink(path)
    return descriptor
  }

  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return lseek(descriptor, 0, SEEK_SET) == 0
  }

  /// Returns the last part of the output as text.
  private static func text(_ printed: (bytes: [UInt8], isCut: Bool)) -> String {
    let isCut = printed.isCut || printed.bytes.count > shown
    let text = String(decoding: printed.bytes.suffix(shown), as: UTF8.self)
    return (isCut ? "…" : "") + (text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}
