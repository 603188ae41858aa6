internal import MCP
internal import WorkspaceAPI

/// Reports the progress of a download that a call waits for, in bytes.
enum DownloadWatch {
  /// The delay before the first report and between two reports, in nanoseconds: received bytes send no event.
  private static let pause: UInt64 = 400_000_000

  /// Runs a body that may wait for a file's content.
  static func during<R: Sendable>(
    _ path: String, _ surroundings: ToolSurroundings, _ body: () async -> R
  ) async -> R {
    guard let progress = surroundings.progress else { return await body() }
    let watch = Task {
      while (try? await Task.sleep(nanoseconds: pause)) != nil {
        let request = LargeRequest(.look, paths: [path], caller: surroundings.reader)
        guard let file = try? await surroundings.verbs.call(request).files.first, !Task.isCancelled else { return }
        if file.state == "downloading", let moved = file.moved {
          progress(ToolProgress(done: min(moved, file.size), total: file.size))
        }
      }
    }
    defer { watch.cancel() }
    return await body()
  }
}
