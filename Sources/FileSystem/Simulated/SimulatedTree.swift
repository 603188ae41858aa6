import Glibc
import Synchronization

/// Files in memory that behave as on ext4 when the power goes; for tests and simulations.
///
/// Bytes are volatile until their own file is synced; names, modes and truncations are volatile until *any* file is,
/// and then survive in order (review A1). Programs that hold files open, faults and a clock can be simulated. One
/// process: leases count the simulated programs only. Any thread may call; hooks run on the caller's thread, outside
/// the lock, so that they may use the tree themselves.
package final class SimulatedTree: FileTree {
  /// Called before each operation; may change files, cut the power, or count steps.
  package typealias Observer = @Sendable (_ operation: FileOperation, _ location: FileLocation) -> Void
  /// Asked before each operation; what it returns is thrown instead of doing it.
  package typealias Fault = @Sendable (_ operation: FileOperation, _ location: FileLocation) -> FileError?

  private struct Hooks {
    var observer: Observer?
    var fault: Fault?
  }

  private let now: @Sendable () -> Int64
  private let disk = Mutex(SimulatedDisk())
  private let hooks = Mutex(Hooks())

  /// Makes an empty tree.
  ///
  /// - Parameter now: the clock: nanoseconds since 1970, for the times of files.
  package init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// Sets what is called before each operation.
  package func onOperation(_ observer: Observer?) {
    hooks.withLock { $0.observer = observer }
  }

  /// Sets what decides whether an operation fails.
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

  /// Does what a program does, under the lock and without hooks.
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

  /// Cuts the power: every operation fails until `crash` brings it back.
  package func cutPower() {
    disk.withLock { $0.isPowerless = true }
  }

  /// Loses what was volatile, by chance more or less of it, and starts again with all files closed.
  ///
  /// Names are those of a moment at or after the last durable call. A file that was not synced holds its durable
  /// bytes, the newer ones, a part of them, zeros, or nothing.
  package func crash(using generator: inout some RandomNumberGenerator) {
    disk.withLock { $0.crash(using: &generator) }
  }
}
