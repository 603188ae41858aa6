import Glibc
import Synchronization

/// Files in memory that behave as on ext4 at a power cut; for tests and simulations.
///
/// Bytes are volatile until their own file is synced. Names, modes and truncations are volatile until *any* file is
/// synced, and then survive in order (review A1). Open files of programs, faults and a clock can be simulated. There is
/// one process: leases count the simulated programs only. Any thread may call; hooks run on the caller's thread,
/// outside the lock, so that they may use the tree themselves.
package final class SimulatedTree: FileTree {
  /// Called before each operation; may change files, cut the power, or count steps.
  package typealias Observer = @Sendable (_ operation: FileOperation, _ location: FileLocation) -> Void
  /// Called before each operation; its result is thrown instead of running the operation.
  package typealias Fault = @Sendable (_ operation: FileOperation, _ location: FileLocation) -> FileError?

  private struct Hooks {
    var observer: Observer?
    var fault: Fault?
  }

  private let now: @Sendable () -> Int64
  private let disk = Mutex(SimulatedDisk())
  private let hooks = Mutex(Hooks())

  /// Creates an empty tree.
  ///
  /// - Parameter now: the clock for the times of files, in nanoseconds since 1970.
  package init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// Sets the observer that is called before each operation.
  package func onOperation(_ observer: Observer?) {
    hooks.withLock { $0.observer = observer }
  }

  /// Sets the function that decides whether an operation fails.
  package func onFault(_ fault: Fault?) {
    hooks.withLock { $0.fault = fault }
  }

  /// Runs an operation of the tree: hooks first, then the work under the lock.
  func perform<Result>(
    _ operation: FileOperation, _ location: FileLocation,
    _ body: (inout SimulatedDisk, _ now: Int64) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let (observer, fault) = hooks.withLock { ($0.observer, $0.fault) }
    observer?(operation, location)
    if let error = fault?(operation, location) { throw error }
    return try program(location, as: operation, body)
  }

  /// Runs an action of a program under the lock and without hooks.
  func program<Result>(
    _ location: FileLocation, as operation: FileOperation = .open,
    _ body: (inout SimulatedDisk, _ now: Int64) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let now = now()
    return try disk.withLock { disk throws(FileError) in
      guard !disk.isPowerless else {
        throw FileError(.device, operation, location, "the simulated power is cut")
      }
      return try body(&disk, now)
    }
  }

  /// Cuts the power: every operation fails until `crash` restores it.
  package func cutPower() {
    disk.withLock { $0.isPowerless = true }
  }

  /// Loses a random part of the volatile state and restarts with all files closed.
  ///
  /// Names are those of a moment at or after the last durable call. A file that was not synced contains its durable
  /// bytes, the newer ones, a part of them, zeros, or nothing.
  package func crash(using generator: inout some RandomNumberGenerator) {
    disk.withLock { $0.crash(using: &generator) }
  }
}
