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

extension SimulatedTree {
  package func create(
    _ location: FileLocation, bytes: [UInt8], permissions: UInt32, durable: Bool
  ) throws(FileError) {
    try perform(.create, location) { disk, now throws(FileError) in
      let inode = try disk.make(location, .file, permissions: permissions, at: now, .create)
      disk.write(bytes, to: inode, at: 0, now)
      if durable { disk.commit(bytesOf: inode) }
    }
  }

  package func createLink(_ location: FileLocation, target: [UInt8]) throws(FileError) {
    try perform(.createLink, location) { disk, now throws(FileError) in
      guard !target.isEmpty, !target.contains(0) else {
        throw FileError(.other, .createLink, location, "a link needs a target, and no NUL in it")
      }
      try disk.make(location, .symlink, permissions: 0o777, target: target, at: now, .createLink)
    }
  }

  package func append(_ location: FileLocation, bytes: [UInt8], durable: Bool) throws(FileError) -> FileStamp {
    try perform(.append, location) { disk, now throws(FileError) in
      let inode: UInt64
      if disk.current.inode(try disk.entry(location, .append)) == nil {
        inode = try disk.make(location, .file, permissions: 0o644, at: now, .append)
      } else {
        inode = try disk.file(location, .append)
      }
      disk.write(bytes, to: inode, at: disk.files[inode]?.current.count ?? 0, now)
      if durable { disk.commit(bytesOf: inode) }
      guard let stamp = disk.stamp(inode) else { throw FileError(errno: ENOENT, .append, location) }
      return stamp
    }
  }

  package func share(_ location: FileLocation, contentOf source: Int32) throws(FileError) -> Bool {
    // A descriptor belongs to the real disk.
    try perform(.append, location) { disk, _ throws(FileError) in
      _ = try disk.file(location, .append)
      return false
    }
  }

  package func synchronize(_ location: FileLocation) throws(FileError) {
    try perform(.synchronize, location) { disk, _ throws(FileError) in
      let inode = try disk.inode(location, .synchronize)
      switch disk.current.nodes[inode]?.kind {
      case .file: disk.commit(bytesOf: inode)
      case .directory: disk.commit(bytesOf: nil)
      default: throw FileError(errno: EISDIR, .synchronize, location)
      }
    }
  }

  package func synchronize(_ locations: [FileLocation]) throws(FileError) {
    for location in locations { try synchronize(location) }
  }

  package func synchronizeAll() throws(FileError) {
    try perform(.synchronize, .root) { disk, _ in disk.commitAll() }
  }

  package func copyAttributes(from source: FileLocation, to target: FileLocation) throws(FileError) {
    try perform(.copyAttributes, source) { disk, now throws(FileError) in
      let from = try disk.inode(source, .copyAttributes)
      let to = try disk.inode(target, .copyAttributes)
      let kinds = [disk.current.nodes[from]?.kind, disk.current.nodes[to]?.kind]
      if kinds.contains(.symlink) { return }
      guard !kinds.contains(.other), let attributes = disk.current.nodes[from]?.attributes else {
        throw FileError(errno: EISDIR, .copyAttributes, source)
      }
      disk.change(.attributes(inode: to, attributes))
      disk.times[to]?.changed = now
    }
  }

  package func setPermissions(_ permissions: UInt32, of location: FileLocation) throws(FileError) {
    try perform(.setPermissions, location) { disk, now throws(FileError) in
      let inode = try disk.inode(location, .setPermissions)
      guard let node = disk.current.nodes[inode], node.kind != .symlink else {
        throw FileError(errno: ELOOP, .setPermissions, location)
      }
      var attributes = node.attributes
      attributes.permissions = permissions & 0o7777
      disk.change(.attributes(inode: inode, attributes))
      disk.times[inode]?.changed = now
    }
  }
}
