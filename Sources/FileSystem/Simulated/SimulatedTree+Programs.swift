import Glibc

/// What other programs do to the files; no hook is called for it.
extension SimulatedTree {
  /// An editor opens a file; the handle leads to the inode from then on.
  ///
  /// - Throws: `FileError` as `open` has it.
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

  /// From now on it is remembered who reads, as where the system has marks; the crash of a machine ends that.
  package func rememberReaders() { access { disk, _ in disk.witnessed = OpenMarks() } }

  /// A program opens a file to read it.
  package func openForReading(_ location: FileLocation) throws(FileError) -> Int {
    try program(location) { disk, _ throws(FileError) in
      let inode = try disk.file(location, .open)
      disk.witnessed?.noteRead(inode)
      return disk.add(SimulatedHandle(inode: inode, isWriting: false, isAppending: false))
    }
  }

  /// A program writes through its handle, wherever the file is by now; nothing where the handle is closed or reads.
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

  /// A program syncs its file.
  package func synchronize(handle: Int) {
    access { disk, _ in
      guard let open = disk.handles[handle] else { return }
      disk.commit(bytesOf: open.inode)
    }
  }

  /// A program closes its file.
  package func close(_ handle: Int) {
    access { disk, _ in disk.handles[handle] = nil }
  }

  /// A program saves in place: truncates, writes, closes; makes the file where it is missing.
  package func save(_ location: FileLocation, bytes: [UInt8]) throws(FileError) {
    let handle = try openForWriting(location, create: true, truncate: true)
    write(handle, bytes: bytes)
    close(handle)
  }

  /// A program makes a FIFO, socket or device.
  package func makeSpecial(_ location: FileLocation) throws(FileError) {
    try program(location) { disk, now throws(FileError) in
      _ = try disk.make(location, .other, permissions: 0o644, at: now, .open)
    }
  }

  /// A program sets an extended attribute.
  package func setExtended(_ name: String, to value: [UInt8]?, of location: FileLocation) throws(FileError) {
    try program(location) { disk, now throws(FileError) in
      let inode = try disk.inode(location, .open)
      guard var attributes = disk.current.nodes[inode]?.attributes else { return }
      attributes.extended[name] = value
      disk.change(.attributes(inode: inode, attributes))
      disk.times[inode]?.changed = now
    }
  }

  /// An extended attribute's value; nil where there is none.
  package func extended(_ name: String, of location: FileLocation) throws(FileError) -> [UInt8]? {
    try program(location) { disk, _ throws(FileError) in
      disk.current.nodes[try disk.inode(location, .open)]?.attributes.extended[name]
    }
  }
}

extension SimulatedTree {
  /// What has no place and cannot fail; nothing happens while the power is cut.
  private func access(_ body: (inout SimulatedDisk, _ now: Int64) -> Void) {
    try? program(.root) { disk, now throws(FileError) in body(&disk, now) }
  }
}

extension SimulatedDisk {
  /// Notes an open file and gives its number.
  mutating func add(_ handle: SimulatedHandle) -> Int {
    let number = nextHandle
    nextHandle += 1
    handles[number] = handle
    return number
  }
}
