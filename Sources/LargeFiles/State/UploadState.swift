/// The upload state of a large file.
package enum UploadState: Hashable, Sendable {
  /// The remote confirmed that it has the object.
  case uploaded
  /// The upload is in progress; 0 to 100.
  case uploading(percent: Int)
  /// The upload is pending: the only copy is on this machine.
  case waiting
  /// The remote was not asked yet, or there is none.
  case unknown
}
