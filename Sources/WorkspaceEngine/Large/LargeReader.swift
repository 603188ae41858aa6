internal import FolderKeeping
internal import GitObjects
internal import LargeFiles
internal import Threads
internal import WorkTree
internal import WorkspaceAPI

/// Reads large files: a reader never receives a pointer's text as content.
struct LargeReader: Sendable {
  /// The timeout for a download on behalf of a reader that set none, in seconds.
  private static let readTimeout: Double = 30

  /// The maximum number of bytes of a content in one answer: in base64 it fits into what a connection may have unsent.
  private static let longestAnswer = 190_000_000
  /// The maximum number of bytes of the lines of a large content in one answer.
  private static let longestPart = 32_000_000

  /// The folder's root.
  let root: String
  /// Reads the tip and the folder.
  let keeper: FolderKeeper
  /// The exchange, which downloads.
  let exchange: CurrentExchange
  /// Places contents.
  let contents: LargeContents

  private var folder: ObjectFolder { keeper.large.folder }

  /// Returns the content for a text that is a pointer; nil for any other text.
  ///
  /// - Parameters:
  ///   - isPresent: whether the text is the tip's version; else an earlier version.
  ///   - request: the timeout of the download, and the requested lines.
  /// - Throws: `VerbError` if the content is not here and does not arrive within the timeout, or if the repository
  ///   cannot be read.
  func content(
    behind bytes: [UInt8], at path: WorkspacePath, isPresent: Bool, _ request: ReadRequest
  ) async throws(VerbError) -> LargeContent? {
    guard bytes.count < Pointer.byteLimit, let pointer = PointerReading(bytes).pointer else { return nil }
    let entry: LargeEntry?
    do throws(ObjectStoreError) {
      entry = try await keeper.largeFiles(under: path).first { $0.path == path }
    } catch { throw VerbError(error) }
    // A document that shows a pointer stands for no content.
    if entry == nil {
      guard !isPresent else { return nil }
      guard await keeper.run({ $0.recorder.disk.isGivenToLFS(path) }) || folder.holds(pointer) else { return nil }
    }
    guard pointer.size <= Self.longestAnswer || request.lines != nil else {
      throw VerbError(
        .usage, "\(path.string) has \(pointer.size) bytes, too many for one answer (at most \(Self.longestAnswer)).",
        next: "Of a text ask for some of its lines. Or read the file itself, \(root)/\(path.string), after "
          + "'stet download \(path.string)'.", path: path.string, reason: "large.size")
    }
    if !folder.holds(pointer) {
      if isPresent, entry?.state == .content, let found = await contentOnDisk(pointer, at: path) {
        return LargeContent(bytes: found)
      }
      try await bring(pointer, to: path, timeout: request.timeout)
    } else if isPresent, entry?.state != .content {
      await contents.place([(pointer, [path])])
    }
    return try await read(pointer, at: path, request.lines)
  }

  /// Reads an object on its own thread; of requested lines only those are kept in memory.
  ///
  /// The whole object is read and its hash compared in any case.
  private func read(
    _ pointer: Pointer, at path: WorkspacePath, _ lines: LineRange?
  ) async throws(VerbError) -> LargeContent {
    let folder = folder
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
        .failed, "The content of \(path.string) cannot be read: \(error).", kept: "The file is as it was.",
        next: "'stet download \(path.string)' gets it again.", path: path.string, reason: "large.failed")
    }
  }

  /// Returns the content at the path in the folder, if it matches the pointer; else nil.
  private func contentOnDisk(_ pointer: Pointer, at path: WorkspacePath) async -> [UInt8]? {
    guard let bytes = await keeper.run({ $0.records.files.bytesOnDisk(at: path) }),
      let found = try? Pointer(hashing: bytes), found == pointer
    else { return nil }
    return bytes
  }

  /// Returns whether the tip has a pointer at a path.
  func isLarge(_ path: WorkspacePath) async throws(VerbError) -> Bool {
    do throws(ObjectStoreError) { return try await keeper.largeFiles(under: path).contains { $0.path == path } } catch {
      throw VerbError(error)
    }
  }

  /// Downloads the content and waits for it.
  ///
  /// - Parameter timeout: the timeout in seconds; 0 begins the download and does not wait.
  /// - Throws: `VerbError`, `.busy` if the download is not finished at the timeout, `.offline` if the remote cannot be
  ///   reached or the download failed, `.notFound` if there is no remote, or if the policy downloads the path only on
  ///   request.
  private func bring(_ pointer: Pointer, to path: WorkspacePath, timeout: Double?) async throws(VerbError) {
    let size = "\(path.string) is a large file (\(pointer.size) bytes) whose content is not on this machine"
    guard let downloader = exchange.objects?.downloader else {
      throw VerbError(
        .notFound, "\(size), and there is no remote to get it from.", kept: "Its placeholder is in the folder.",
        next: "'git remote add origin URL' names a remote.", path: path.string, reason: "large.missing")
    }
    if keeper.policy.accepted.placeholders.download(of: path.string) == .never {
      throw VerbError(
        .notFound, "\(size); the policy has it come only when it is asked for.",
        kept: "Its placeholder is in the folder.",
        next: "'stet download \(path.string)' gets it.", path: path.string, reason: "large.never")
    }
    let limit = max(0, min(timeout ?? Self.readTimeout, 86_400))
    guard limit > 0 else {
      await downloader.want([(pointer, path)], .asked)
      throw notYet(size, path)
    }
    switch await downloader.bring(pointer, to: path, limit: .seconds(limit)) {
    case .arrived: return
    case .timedOut: throw notYet(size, path, await downloader.state(of: pointer.id)?.problem)
    case .failed(let problem):
      throw VerbError(
        .offline, "\(size): \(problem).", kept: "Its placeholder is in the folder.",
        next: "It is tried again by itself; 'stet status' shows its state.", path: path.string,
        reason: "large.failed")
    }
  }

  private func notYet(_ what: String, _ path: WorkspacePath, _ problem: String? = nil) -> VerbError {
    let problem = problem.map { ", but \($0)" } ?? ""
    return VerbError(
      .busy, "\(what) yet: its download is under way\(problem).", kept: "Its placeholder is in the folder.",
      next: "Ask again in a moment; 'stet download' shows how far it is.", path: path.string, reason: "large.not-yet")
  }
}
