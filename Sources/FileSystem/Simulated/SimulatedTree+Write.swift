import Glibc

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
