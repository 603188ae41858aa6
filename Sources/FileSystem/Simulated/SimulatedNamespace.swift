/// The simulated inodes and names at one moment, without the files' bytes.
struct SimulatedNamespace: Sendable {
  /// The root's inode number.
  static let root: UInt64 = 1
  /// All inodes, including open ones without a name.
  var nodes: [UInt64: SimulatedNode]

  init() {
    var root = SimulatedNode(kind: .directory, attributes: SimulatedAttributes(permissions: 0o755))
    root.links = 1
    nodes = [Self.root: root]
  }

  /// Returns the inode of a name; nil if it does not exist.
  func inode(_ entry: SimulatedEntry) -> UInt64? {
    nodes[entry.folder]?.entries[entry.name]
  }

  /// Applies one change.
  mutating func apply(_ change: SimulatedChange) {
    switch change {
    case .make(let inode, let node, let entry):
      nodes[inode] = node
      put(inode, at: entry)
    case .unlink(let entry):
      put(nil, at: entry)
    case .move(let source, let target):
      let moved = inode(source)
      put(moved, at: target)
      put(nil, at: source)
    case .exchange(let first, let second):
      let (one, other) = (inode(first), inode(second))
      nodes[first.folder]?.entries[first.name] = other
      nodes[second.folder]?.entries[second.name] = one
    case .attributes(let inode, let attributes):
      nodes[inode]?.attributes = attributes
    case .truncate:
      break
    }
  }

  private mutating func put(_ inode: UInt64?, at entry: SimulatedEntry) {
    if let old = self.inode(entry) { nodes[old]?.links -= 1 }
    nodes[entry.folder]?.entries[entry.name] = inode
    if let inode { nodes[inode]?.links += 1 }
  }

  /// Deletes the inodes that no name leads to.
  mutating func dropUnreachable() {
    var reached: [UInt64: SimulatedNode] = [:]
    var pending = [Self.root]
    while let inode = pending.popLast() {
      guard let node = nodes[inode], reached.updateValue(node, forKey: inode) == nil else { continue }
      pending += node.entries.values
    }
    nodes = reached
  }
}

/// A simulated inode without its bytes.
struct SimulatedNode: Sendable {
  let kind: FileStamp.Kind
  /// Mode, owner, group and extended attributes.
  var attributes: SimulatedAttributes
  /// A folder's names as bytes: Swift strings with different spellings of one letter are equal, but a disk
  /// distinguishes them.
  var entries: [[UInt8]: UInt64] = [:]
  /// A link's target.
  var target: [UInt8] = []
  /// The number of names.
  var links: UInt64 = 0
}

/// A name in a simulated folder.
struct SimulatedEntry: Hashable, Sendable {
  /// The folder's inode.
  var folder: UInt64
  /// The name's bytes.
  var name: [UInt8]
}

/// The attributes that `copyAttributes` copies.
struct SimulatedAttributes: Hashable, Sendable {
  /// The permission bits.
  var permissions: UInt32
  /// The owner's user id.
  var owner: UInt32 = 1_000
  /// The owner's group id.
  var group: UInt32 = 1_000
  /// The extended attributes by name.
  var extended: [String: [UInt8]] = [:]
}

/// One step of the simulated journal: it is atomic, and never becomes durable before earlier steps.
enum SimulatedChange: Sendable {
  /// Creates a new inode under a new name.
  case make(inode: UInt64, node: SimulatedNode, at: SimulatedEntry)
  /// Deletes a name.
  case unlink(SimulatedEntry)
  /// Moves a name, over another one if that exists.
  case move(SimulatedEntry, to: SimulatedEntry)
  /// Exchanges two names.
  case exchange(SimulatedEntry, SimulatedEntry)
  /// Changes mode, owner, group or extended attributes.
  case attributes(inode: UInt64, SimulatedAttributes)
  /// Truncates a file to zero; its old bytes on the device are free from then on.
  case truncate(inode: UInt64)
}
