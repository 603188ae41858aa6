package import Dispatch
internal import Glibc

/// A watch of an own descriptor, which notifies once for each call of `wait` when the descriptor can be read or
/// written.
///
/// Belongs to the queue of its notifications: `wait` and `cancel` are called there, and after `cancel` there are no
/// notifications.
package final class Readiness: Sendable {
  /// The operations for which a descriptor can be ready; after its other end was closed it is ready for both.
  package struct Kinds: OptionSet, Hashable, Sendable {
    /// The bits: 1 for reading, 2 for writing.
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The descriptor can be read, or its end is reached.
    package static let reading = Kinds(rawValue: 1)
    /// The descriptor can be written.
    package static let writing = Kinds(rawValue: 2)
  }

  private let number: UInt64

  /// Takes ownership of an open descriptor; it is closed by `cancel`, or with this object.
  ///
  /// - Parameter notify: called on `queue`; kept until `cancel`.
  package init(owning descriptor: Int32, on queue: DispatchQueue, notify: @escaping @Sendable (Kinds) -> Void) {
    number = ReadinessLoop.shared.add(ReadinessLoop.Watch(descriptor: descriptor, queue: queue, notify: notify))
  }

  deinit { cancel() }

  /// Requests a notification as soon as one of these operations is possible; replaces the request before.
  ///
  /// - Throws: `SocketError.system` if the kernel cannot watch another descriptor.
  package func wait(for kinds: Kinds) throws(SocketError) { try ReadinessLoop.shared.wait(number, for: kinds) }

  /// Ends the watch and closes the descriptor; does nothing after the first call.
  package func cancel() { ReadinessLoop.shared.remove(number) }
}
