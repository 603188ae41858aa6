/// Whether the remote has what this machine has of a large file.
package enum UploadState: Hashable, Sendable {
  /// The remote said that it has it.
  case uploaded
  /// It is going; 0 to 100.
  case uploading(percent: Int)
  /// It waits: the only copy is on this machine.
  case waiting
  /// Nobody asked the remote yet, or it has none.
  case unknown
}
