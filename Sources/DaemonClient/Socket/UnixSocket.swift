internal import Glibc

/// System calls on unix sockets; every returned descriptor is non-blocking and closed on exec.
package enum UnixSocket {
  /// Connects to a listening socket, without waiting except in two cases.
  ///
  /// A process that is just ending may still have its socket; the call waits for its end, two seconds at most. If more
  /// clients wait than the system keeps for a socket, the call waits for room, five seconds at most.
  ///
  /// - Throws: `nobodyListens` if the file is missing, or its process has ended or is ending; otherwise `system`.
  package static func connect(to path: String) throws(SocketError) -> Int32 {
    let descriptor = try open(path)
    var result = withAddress(path) { Glibc.connect(descriptor, $0, $1) }
    if result != 0 && errno == EAGAIN { result = connectWhenFree(descriptor, path) }
    guard result != 0 else {
      guard let peer = PeerProcess(descriptor: descriptor), peer.isEnding else { return descriptor }
      close(descriptor)
      ProcessEnd(of: peer.pid)?.block(milliseconds: 2_000)
      throw .nobodyListens(path: path)
    }
    let code = errno
    close(descriptor)
    switch code {
    case ENOENT, ECONNREFUSED, ENOTDIR: throw .nobodyListens(path: path)
    default: throw .system(call: "connect", path: path, code: code)
    }
  }

  /// Connects as a blocking socket does, which the kernel wakes when the listener has room; returns -1 with `errno` after
  /// the timeout or another failure.
  private static func connectWhenFree(_ descriptor: Int32, _ path: String) -> Int32 {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    _ = fcntl(descriptor, F_SETFL, 0)
    var result: Int32
    repeat { result = withAddress(path) { Glibc.connect(descriptor, $0, $1) } } while result != 0 && errno == EINTR
    let code = errno
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    errno = code
    return result
  }

  /// Listens at `path`; an existing file is replaced in one step, so that no client finds a socket without a listener.
  /// Only the holder of the workspace's lock may call this.
  package static func listen(at path: String, backlog: Int32 = SOMAXCONN) throws(SocketError) -> Int32 {
    let descriptor = try open(path)
    let temporary = path + "~"
    unlink(temporary)
    guard withAddress(temporary, { bind(descriptor, $0, $1) }) == 0 else {
      throw failure("bind", path, closing: descriptor)
    }
    guard chmod(temporary, 0o600) == 0, Glibc.listen(descriptor, backlog) == 0 else {
      throw failure("listen", path, closing: descriptor)
    }
    guard rename(temporary, path) == 0 else { throw failure("rename", path, closing: descriptor) }
    return descriptor
  }

  /// Accepts one waiting client; nil if none waits.
  ///
  /// - Throws: `system`, usually because this process has no descriptors left.
  package static func accept(on listener: Int32) throws(SocketError) -> Int32? {
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      if descriptor >= 0 {
        // `accept4` is hidden from Swift. Until these calls a child could inherit the descriptor, which does no harm
        // because a connection is shut down, not only closed.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      default: throw .system(call: "accept", path: "the socket", code: errno)
      }
    }
  }

  private static func open(_ path: String) throws(SocketError) -> Int32 {
    guard path.utf8.count <= SocketPath.longestPath else {
      throw .system(call: "socket", path: path, code: ENAMETOOLONG)
    }
    let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(flags), 0)
    guard descriptor >= 0 else { throw .system(call: "socket", path: path, code: errno) }
    return descriptor
  }

  private static func failure(_ call: String, _ path: String, closing descriptor: Int32) -> SocketError {
    let code = errno
    close(descriptor)
    return .system(call: call, path: path, code: code)
  }

  private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
