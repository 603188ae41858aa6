internal import Glibc
internal import Subprocess
internal import Sync
internal import SystemPackage

/// One run of a hook: a killable child in a session of its own, with a file for its input and a pipe for its output.
///
/// A hook that does not read its input, prints without end, or leaves a program behind that keeps its output open holds
/// nobody up and fills no disk.
struct HookChild: Sendable {
  /// The most of what a hook printed that is shown.
  private static let shown = 2_000

  /// The program.
  let program: String
  /// Its whole environment.
  let environment: [String: String]
  /// The folder it starts in.
  let directory: String
  /// Where the file for its input may stand; it has no name while it runs.
  let store: String

  /// Runs it; cancelling the calling task kills it.
  ///
  /// - Parameters:
  ///   - input: what it reads.
  ///   - limit: after which it is killed with all that it started.
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
    // At once and all of it: what a hook started may outlive a gentler word.
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500))
    ]
    var variables: [Environment.Key: String] = [:]
    for (name, value) in environment {
      if let key = Environment.Key(rawValue: name) { variables[key] = value }
    }
    try ChildDescriptors.require()
    let outcome = try await Subprocess.run(
      Configuration(
        executable: .path(FilePath(program)), arguments: [], environment: .custom(variables),
        workingDirectory: FilePath(directory), platformOptions: options),
      input: .fileDescriptor(FileDescriptor(rawValue: source), closeAfterSpawningProcess: false),
      output: .fileDescriptor(FileDescriptor(rawValue: sink), closeAfterSpawningProcess: false),
      error: .combinedWithOutput)
    switch outcome.terminationStatus {
    case .exited(let code): return code
    case .signaled(let signal): return 128 + signal
    }
  }

  /// A file of our own that has no name; nil where none can be made.
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

  /// The end of what it printed.
  private static func text(_ printed: (bytes: [UInt8], isCut: Bool)) -> String {
    let isCut = printed.isCut || printed.bytes.count > shown
    let text = String(decoding: printed.bytes.suffix(shown), as: UTF8.self)
    return (isCut ? "…" : "") + (text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}
