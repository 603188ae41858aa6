internal import GitObjects
import Glibc

/// The whole state of a simulated disk: the current names, the journal on the device, and the steps in between.
struct SimulatedDisk: Sendable {
  /// The names that programs see.
  var current = SimulatedNamespace()
  /// The names that the journal has made durable.
  var committed = SimulatedNamespace()
  /// The steps that lead from `committed` to `current`.
  var pending: [SimulatedChange] = []
  /// The bytes of the regular files by inode.
  var files: [UInt64: SimulatedFile] = [:]
  /// The times of content and attribute changes by inode, in nanoseconds.
  var times: [UInt64: (modified: Int64, changed: Int64)] = [SimulatedNamespace.root: (0, 0)]
  /// The open files of simulated programs.
  var handles: [Int: SimulatedHandle] = [:]
  /// The numbers of the next handle and the next inode.
  var nextHandle = 1
  /// The number of the next inode.
  var nextInode: UInt64 = 2
  /// The marks of files whose reads by simulated programs are recorded; nil if the system does not support marks.
  var witnessed: OpenMarks<UInt64>?
  /// The number of the last mark on a file.
  var lastMark: UInt64 = 0
  /// Whether the power is cut: all operations fail until the crash is over.
  var isPowerless = false

  /// Returns the entry that a location names; its folder must exist, the entry itself need not.
  func entry(_ location: FileLocation, _ operation: FileOperation) throws(FileError) -> SimulatedEntry {
    let parts = location.string.split(separator: "/", omittingEmptySubsequences: false)
    var folder = SimulatedNamespace.root
    for (index, part) in parts.enumerated() {
      let name = NameText.encode(part)
      guard !name.isEmpty, part != ".", part != "..", !name.contains(0) else {
        throw FileError(.outside, operation, location, "this is not the name of a file")
      }
      guard name.count <= 255 else { throw FileError(errno: ENAMETOOLONG, operation, location) }
      let entry = SimulatedEntry(folder: folder, name: name)
      if index == parts.count - 1 { return entry }
      guard let inode = current.inode(entry) else { throw FileError(errno: ENOENT, operation, location, at: .parent) }
      switch current.nodes[inode]?.kind {
      case .directory: folder = inode
      case .symlink: throw FileError(errno: ELOOP, operation, location, at: .parent)
      default: throw FileError(errno: ENOTDIR, operation, location, at: .parent)
      }
    }
    throw FileError(.outside, operation, location, "this is not the name of a file")
  }

  /// Returns the inode at a location; nil if nothing exists there, or it cannot be reached without links.
  func inodeIfAny(_ location: FileLocation, _ operation: FileOperation) throws(FileError) -> UInt64? {
    if location == .root { return SimulatedNamespace.root }
    do {
      return current.inode(try entry(location, operation))
    } catch {
      switch error.code {
      case .noParent: return nil
      case .outside where error.errno != 0: return nil
      default: throw error
      }
    }
  }

  /// Returns the inode at a location.
  ///
  /// - Throws: `FileError.vanished`, `.noParent`, `.outside`.
  func inode(_ location: FileLocation, _ operation: FileOperation) throws(FileError) -> UInt64 {
    if location == .root { return SimulatedNamespace.root }
    guard let inode = current.inode(try entry(location, operation)) else {
      throw FileError(errno: ENOENT, operation, location)
    }
    return inode
  }

  /// Returns the inode of a regular file.
  ///
  /// - Throws: `FileError.notAFile` besides those of `inode`.
  func file(_ location: FileLocation, _ operation: FileOperation) throws(FileError) -> UInt64 {
    let inode = try inode(location, operation)
    guard current.nodes[inode]?.kind == .file else { throw FileError(errno: EISDIR, operation, location) }
    return inode
  }

  /// Returns the inode of a folder.
  ///
  /// - Throws: `FileError.noParent` if it is not a folder, `.outside` if it is a link, besides those of `inode`.
  func folder(_ location: FileLocation, _ operation: FileOperation) throws(FileError) -> UInt64 {
    let inode = try inode(location, operation)
    switch current.nodes[inode]?.kind {
    case .directory: return inode
    case .symlink: throw FileError(errno: ELOOP, operation, location, at: .parent)
    default: throw FileError(errno: ENOTDIR, operation, location)
    }
  }

  /// Returns the `stat` of an inode; nil if it does not exist.
  func stamp(_ inode: UInt64) -> FileStamp? {
    guard let node = current.nodes[inode] else { return nil }
    let times = times[inode] ?? (0, 0)
    let size = node.kind == .symlink ? node.target.count : files[inode]?.current.count ?? 0
    return FileStamp(
      kind: node.kind, size: Int64(size), modified: times.modified, changed: times.changed, inode: inode, device: 1,
      permissions: node.attributes.permissions, links: node.links, owner: node.attributes.owner,
      group: node.attributes.group)
  }

  /// Returns whether an inode is open for writing.
  func isWritten(_ inode: UInt64) -> Bool {
    handles.values.contains { $0.inode == inode && $0.isWriting }
  }
}

/// A simulated file's bytes in memory and on the device.
struct SimulatedFile: Sendable {
  /// The bytes that programs read.
  var current: [UInt8] = []
  /// The bytes that are certainly on the device.
  var durable: [UInt8] = []

  /// Returns the content after a power cut: bytes that were not synced may be there, missing, or zero.
  ///
  /// A file that only grew keeps its old bytes. `mayHoldNewer` is false if the journal step that freed the old bytes
  /// did not survive: then no newer bytes can be there either.
  func survivor(mayHoldNewer: Bool, using generator: inout some RandomNumberGenerator) -> [UInt8] {
    guard mayHoldNewer, current != durable else { return durable }
    let kept = current.starts(with: durable) ? durable : []
    let written = current[kept.count...]
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return durable
    case 1: return current
    case 2: return kept + written.prefix(Int.random(in: 0...written.count, using: &generator))
    case 3: return kept + [UInt8](repeating: 0, count: written.count)
    default: return kept
    }
  }
}

/// An open file of a simulated program: it refers to the inode, whatever happens to the name (review A11).
struct SimulatedHandle: Sendable {
  /// The file's inode.
  let inode: UInt64
  /// Whether it is open for writing; otherwise only for reading.
  let isWriting: Bool
  /// Whether each write appends.
  let isAppending: Bool
  /// The offset of the next write.
  var offset = 0
}
