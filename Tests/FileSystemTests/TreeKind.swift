import FileSystem
import Testing

/// The trees that must keep the same rules.
enum TreeKind: String, CaseIterable, CustomTestStringConvertible {
  /// The disk.
  case disk
  /// The disk, looked up folder by folder as where `openat2` is missing.
  case componentWise = "disk, component-wise"
  /// The simulated disk.
  case simulated

  var testDescription: String { rawValue }
}

/// The code with which something fails; nil where it does not.
func failure(_ body: () throws -> Void) -> FileError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? FileError)?.code
  }
}
