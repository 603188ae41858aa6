package import Dispatch
internal import Glibc

/// A descriptor of its own, of which is told when it can be read or written: once for each time that it is asked.
///
/// Belongs to the queue on which it tells: `wait` and `cancel` are called there, and after `cancel` nothing is told.
package final class Readiness: Sendable {
  /// For what a descriptor can be ready; where its other end went it is ready for both.
  package struct Kinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    /// Creates a set of its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something can be read, or the end is reached.
    package static let reading = Kinds(rawValue: 1)
    /// Something can be written.
    package static let writing = Kinds(rawValue: 2)
  }

  private let number: UInt64

  /// Takes over an open descriptor; it is closed by `cancel`, or with this object.
  ///
  /// - Parameter told: called on `queue`; kept until `cancel`.
  package init(owning descriptor: Int32, on queue: DispatchQueue, told: @escaping @Sendable (Kinds) -> Void) {
    number = ReadinessLoop.shared.add(ReadinessLoop.Watch(descriptor: descriptor, queue: queue, told: told))
  }

  deinit { cancel() }

  /// Asks to be told as soon as one of these is true, in the place of what was asked before.
  ///
  /// - Throws: `SocketError.system` where the kernel watches no further descriptor.
  package func wait(for kinds: Kinds) throws(SocketError) { try ReadinessLoop.shared.wait(number, for: kinds) }

  /// Ends the watch and closes the descriptor; nothing where that is done.
  package func cancel() { ReadinessLoop.shared.remove(number) }
}
