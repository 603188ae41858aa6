import Glibc

/// Simulated actions of other programs; no hook is called for them.
extension SimulatedTree {
  /// Opens a file as an editor does; the handle refers to the inode from then on.
  ///
  /// - Throws: `FileError` as `open`.
  package func openForWriting(
    _ location: FileLocation, create: Bool = false, truncate: Bool = false, append: Bool = false
  ) throws(FileError) -> Int {
    try program(location) { disk, now throws(FileError) in
      if create, disk.current.inode(try disk.entry(location, .open)) == nil {
        try disk.make(location, .file, permissions: 0o644, at: now, .open)
      }
      let inode = try disk.file(location, .open)
      if truncate {
        disk.truncate(inode, now)
        disk.witnessed?.noteWritten(inode)
      }
      return disk.add(SimulatedHandle(inode: inode, isWriting: true, isAppending: append))
    }
  }

  /// Starts recording readers, as on a system with marks; a crash of the machine ends that.
  package func rememberReaders() { access { disk, _ in disk.witnessed = OpenMarks() } }

  /// Opens a file for reading as a program does.
  package func openForReading(_ location: FileLocation) throws(FileError) -> Int {
    try program(location) { disk, _ throws(FileError) in
      let inode = try disk.file(location, .open)
      disk.witnessed?.noteRead(inode)
      return disk.add(SimulatedHandle(inode: inode, isWriting: false, isAppending: false))
    }
  }

  /// Writes through a handle, wherever the file is by now; does nothing if the handle is closed or read-only.
  package func write(_ handle: Int, bytes: [UInt8]) {
    access { disk, now in
      guard var open = disk.handles[handle], open.isWriting else { return }
      let offset = open.isAppending ? disk.files[open.inode]?.current.count ?? 0 : open.offset
      disk.write(bytes, to: open.inode, at: offset, now)
      disk.witnessed?.noteWritten(open.inode)
      open.offset = offset + bytes.count
      disk.handles[handle] = open
    }
  }

  /// Syncs a program's file.
  package func synchronize(handle: Int) {
    access { disk, _ in
      guard let open = disk.handles[handle] else { return }
      disk.commit(bytesOf: open.inode)
    }
  }

  /// Closes a program's file.
  package func close(_ handle: Int) {
    access { disk, _ in disk.handles[handle] = nil }
  }

  /// Saves in place as a program does: truncates, writes, closes; creates a missing file.
  package func save(_ location: FileLocation, bytes: [UInt8]) throws(FileError) {
    let handle = try openForWriting(location, create: true, truncate: true)
    write(handle, bytes: bytes)
    close(handle)
  }

  /// Creates a FIFO, socket or device as a program does.
  package func makeSpecial(_ location: FileLocation) throws(FileError) {
    try program(location) { disk, now throws(FileError) in
      _ = try disk.make(location, .other, permissions: 0o644, at: now, .open)
    }
  }

  /// Sets an extended attribute as a program does.
  package func setExtended(_ name: String, to value: [UInt8]?, of location: FileLocation) throws(FileError) {
    try program(location) { disk, now throws(FileError) in
      let inode = try disk.inode(location, .open)
      guard var attributes = disk.current.nodes[inode]?.attributes else { return }
      attributes.extended[name] = value
      disk.change(.attributes(inode: inode, attributes))
      disk.times[inode]?.changed = now
    }
  }

  /// Returns an extended attribute's value; nil if there is none.
  package func extended(_ name: String, of location: FileLocation) throws(FileError) -> [UInt8]? {
    try program(location) { disk, _ throws(FileError) in
      disk.current.nodes[try disk.inode(location, .open)]?.attributes.extended[name]
    }
  }
}

extension SimulatedTree {
  /// Runs an action that has no location and cannot fail; does nothing while the power is cut.
  private func access(_ body: (inout SimulatedDisk, _ now: Int64) -> Void) {
    try? program(.root) { disk, now throws(FileError) in body(&disk, now) }
  }
}

extension SimulatedDisk {
  /// Adds an open file and returns its number.
  mutating func add(_ handle: SimulatedHandle) -> Int {
    let number = nextHandle
    nextHandle += 1
    handles[number] = handle
    return number
  }
}
