internal import HummingbirdCore

extension ResponseWriter {
  /// Sends a complete answer.
  consuming func send(_ response: Response) async throws {
    try await write(response: response.head, body: response.body)
  }
}
