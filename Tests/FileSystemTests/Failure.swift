import FileSystem

/// The code with which something fails; nil where it does not.
func failure(_ body: () throws -> Void) -> FileError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? FileError)?.code
  }
}
