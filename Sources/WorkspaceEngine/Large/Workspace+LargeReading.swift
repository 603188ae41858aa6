internal import WorkspaceAPI

internal import GitObjects
internal import History
internal import LargeFiles
internal import Threads

/// Reading where only a placeholder stands: the text of a pointer is nobody's content.
extension Workspace {
  /// How long a reader waits for a download that nobody limited, seconds.
  static let readingPatience: Double = 30

  /// Contents of more bytes are not given out as one answer.
  static let longestAnswer = 256_000_000
  /// Lines of a large content are given out up to so many bytes.
  private static let longestPart = 32_000_000

  /// The content that stands for a text, where that is a pointer's; nil for every other text.
  ///
  /// - Parameters:
  ///   - isPresent: whether the text is what the tip has now; else an earlier version.
  ///   - request: how long to wait for a download, and which lines are wanted.
  /// - Throws: `VerbError` where the content is not here, and does not come in that time.
  func content(
    behind bytes: [UInt8], at path: WorkspacePath, isPresent: Bool, _ request: ReadRequest
  ) async throws(VerbError) -> LargeContent? {
    guard bytes.count < Pointer.byteLimit, let pointer = PointerReading(bytes).pointer else { return nil }
    let entries = (try? await queue.largeFiles(under: path)) ?? []
    let entry = entries.first { $0.path == path }
    // A document that shows a pointer: nobody says that it stands for anything.
    if entry == nil {
      guard !isPresent else { return nil }
      guard await queue.isGivenToLFS(path) || large.folder.holds(pointer) else { return nil }
    }
    guard pointer.size <= Self.longestAnswer || request.lines != nil else {
      throw VerbError(
        .usage, "\(path.string) has \(pointer.size) bytes, too many for one answer (at most \(Self.longestAnswer)).",
        next: "Of a text ask for some of its lines. Or read the file itself, \(settings.root)/\(path.string), after "
          + "'stet download \(path.string)'.", path: path.string, reason: "large.size")
    }
    if !large.folder.holds(pointer) {
      if isPresent, entry?.standing == .content, let found = await standing(pointer, at: path) {
        return LargeContent(bytes: found)
      }
      try await bring(pointer, to: path, patience: request.patience)
    } else if isPresent, entry?.standing != .content {
      await place([(pointer, [path])])
    }
    return try await read(pointer, at: path, request.lines)
  }

  /// Reads an object beside everything else: all of it, or as much of it in memory as is wanted.
  ///
  /// All of it is read and compared with its hash in any case.
  private func read(
    _ pointer: Pointer, at path: WorkspacePath, _ lines: LineRange?
  ) async throws(VerbError) -> LargeContent {
    let folder = large.folder
    do {
      return try await onThread("stet.read") { () throws in
        guard let lines else {
          var content: [UInt8] = []
          content.reserveCapacity(pointer.size)
          try folder.read(pointer) { content += $0 }
          return LargeContent(bytes: content)
        }
        var picker = LinePicker(lines, limit: Self.longestPart)
        try folder.read(pointer) { try picker.take($0) }
        return LargeContent(bytes: try picker.lines(), isPart: true)
      }
    } catch is LinePicker.TooLong {
      throw VerbError(
        .usage, "These lines of \(path.string) have more than \(Self.longestPart) bytes.", next: "Ask for fewer.",
        path: path.string, reason: "large.size")
    } catch {
      throw VerbError(
        .failed, "The content of \(path.string) cannot be read: \(error).", kept: "What stands there stays.",
        next: "'stet download \(path.string)' gets it again.", path: path.string, reason: "large.failed")
    }
  }

  /// What stands in the folder, if it is what the pointer says.
  private func standing(_ pointer: Pointer, at path: WorkspacePath) async -> [UInt8]? {
    guard let bytes = await queue.bytesOnDisk(at: path), let found = try? Pointer(hashing: bytes), found == pointer
    else { return nil }
    return bytes
  }

  /// Whether the tip has a pointer at a path.
  func isLarge(_ path: WorkspacePath) async throws(VerbError) -> Bool {
    do throws(ObjectStoreError) { return try await queue.largeFiles(under: path).contains { $0.path == path } } catch {
      throw VerbError(error)
    }
  }

  /// Has the content come, and waits for it.
  ///
  /// - Parameter patience: seconds; 0 begins the download and does not wait.
  /// - Throws: `VerbError`, `.busy` while it is under way, `.offline` where the remote cannot be reached, `.notFound` where
  ///   there is none to ask.
  private func bring(_ pointer: Pointer, to path: WorkspacePath, patience: Double?) async throws(VerbError) {
    let size = "\(path.string) is a large file (\(pointer.size) bytes) whose content is not on this machine"
    guard let downloader = exchange.withLock({ $0?.objects.downloader }) else {
      throw VerbError(
        .notFound, "\(size), and there is no remote to get it from.", kept: "Its placeholder stands there.",
        next: "'git remote add origin URL' names a remote.", path: path.string, reason: "large.missing")
    }
    if queue.policy.accepted.placeholders.download(of: path.string) == .never {
      throw VerbError(
        .notFound, "\(size); the policy has it come only when it is asked for.", kept: "Its placeholder stands there.",
        next: "'stet download \(path.string)' gets it.", path: path.string, reason: "large.never")
    }
    let limit = max(0, min(patience ?? Self.readingPatience, 86_400))
    guard limit > 0 else {
      await downloader.want([(pointer, path)], .asked)
      throw notYet(size, path)
    }
    guard let problem = await downloader.bring(pointer, to: path, limit: .seconds(limit)) else { return }
    if let standing = await downloader.standing(of: pointer.id), standing.received != nil {
      throw notYet(size, path, standing.problem)
    }
    throw VerbError(
      .offline, "\(size): \(problem).", kept: "Its placeholder stands there.",
      next: "It is tried again by itself; 'stet status' shows how it stands.", path: path.string,
      reason: "large.failed")
  }

  private func notYet(_ what: String, _ path: WorkspacePath, _ problem: String? = nil) -> VerbError {
    let problem = problem.map { ", but \($0)" } ?? ""
    return VerbError(
      .busy, "\(what) yet: its download is under way\(problem).", kept: "Its placeholder stands there.",
      next: "Ask again in a moment; 'stet download' shows how far it is.", path: path.string, reason: "large.not-yet")
  }
}
