package import FileSystem
package import LargeFiles

extension FileError {
  /// Makes the error for an object folder that refused.
  package init(_ error: ObjectFolderError, _ operation: String) {
    let code: Code =
      switch error {
      case .noSpace: .noSpace
      case .denied: .denied
      default: .other
      }
    self.init(
      code: code, operation: operation, path: ".git/lfs", errno: 0, message: "\(operation) .git/lfs: \(error)")
  }
}
