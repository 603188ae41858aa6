import Glibc
import Testing

/// A file that a program has open for reading.
final class OpenedFile {
  let number: Int32

  init(_ path: String) throws {
    number = open(path, O_RDONLY | O_CLOEXEC)
    try #require(number >= 0)
  }

  deinit { close(number) }
}
