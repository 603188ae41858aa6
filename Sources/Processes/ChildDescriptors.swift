package import SystemPackage

/// Free descriptors for a child's pipes.
///
/// The process library ends the whole program if it has no descriptors left while it makes the pipes.
package enum ChildDescriptors {
  /// The number of descriptors that must be free: one start takes ten, and others run at the same time.
  private static let needed = 32

  /// Checks that enough descriptors for a child are free.
  ///
  /// - Throws: the system's error if it gives no more descriptors.
  package static func require() throws {
    try require { try FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec) }
  }

  /// Checks with another way to open descriptors; closes those that it opened.
  package static func require(open: () throws -> FileDescriptor) throws {
    var opened: [FileDescriptor] = []
    defer { for descriptor in opened { try? descriptor.close() } }
    for _ in 0..<needed { opened.append(try open()) }
  }
}
