internal import Subprocess
internal import SystemPackage

/// Free descriptors for a child's pipes.
///
/// The process library ends the whole program if the process has none left while it makes the pipes.
package enum ChildDescriptors {
  /// One start takes ten; others start at the same time.
  private static let needed = 32

  /// Checks that enough descriptors for a child are free.
  ///
  /// - Throws: the system's error if it gives no more descriptors.
  package static func require() throws {
    try require { try FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec) }
  }

  /// The same with another way to open descriptors; closes those that were opened.
  static func require(open: () throws -> FileDescriptor) throws {
    var opened: [FileDescriptor] = []
    defer { for descriptor in opened { try? descriptor.close() } }
    for _ in 0..<needed { opened.append(try open()) }
  }
}

extension StandardInputWriter {
  /// Writes a child's whole input and closes it.
  ///
  /// A child that reads nothing is no failure: its status and its words say why. The process library's own way to write a
  /// text ends the whole program there.
  func writeAll(_ text: String) async {
    _ = try? await write(text)
    try? await finish()
  }
}
