import CLinux
internal import GitObjects
import Glibc

/// A file descriptor that is closed with its owner.
struct Descriptor: ~Copyable, Sendable {
  /// The descriptor's number.
  let number: Int32
  private let isOwned: Bool

  /// Takes ownership of a descriptor.
  init(owning number: Int32) {
    self.number = number
    isOwned = true
  }

  /// Borrows a descriptor; its owner closes it after this value is gone.
  init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  deinit {
    if isOwned { close(number) }
  }

  /// Returns the stamp of the open file.
  func stamp(_ operation: FileOperation, _ location: FileLocation) throws(FileError) -> FileStamp {
    var facts = stat()
    let number = number
    let result = SystemCall.result { fstat(number, &facts) }
    guard result >= 0 else { throw FileError(errno: -result, operation, location) }
    return FileStamp(facts)
  }
}

/// System calls: reads the error number directly after the call and repeats interrupted calls.
enum SystemCall {
  /// Calls a function and returns the result or the negated error number; repeats after `EINTR`.
  @inline(__always)
  static func result<Value: FixedWidthInteger & SignedInteger>(_ call: () -> Value) -> Value {
    while true {
      let value = call()
      if value >= 0 { return value }
      let number = errno
      if number != EINTR { return Value(-number) }
    }
  }

  /// Passes the bytes of a name or path with a terminating NUL.
  @inline(__always)
  static func withBytes<Value>(_ text: some StringProtocol, _ body: (UnsafePointer<CChar>) -> Value) -> Value {
    if !NameText.isEscaped(text) { return text.withCString(body) }
    let bytes = NameText.encode(text).map { CChar(bitPattern: $0) } + [0]
    return bytes.withUnsafeBufferPointer { buffer in
      // An array that ends in 0 is never empty, so the fallback is not reached.
      guard let start = buffer.baseAddress else { return "".withCString(body) }
      return body(start)
    }
  }
}

/// Requests to the device below an open file.
package enum DeviceWriting {
  /// Starts writing a part of a file to the device without waiting; the later flush reports a failure.
  package static func begin(_ descriptor: Int32, from offset: Int, count: Int) {
    _ = clinux_begin_writing(descriptor, off_t(offset), off_t(count))
  }

  /// Returns whether `flushAll` is known to reach the device on the descriptor's file system. `syncfs` may return at once
  /// on FUSE, SMB and other file systems that leave the writing to a program or a server.
  package static func flushesAll(_ descriptor: Int32) -> Bool {
    [
      // ext2 to ext4, btrfs, xfs, f2fs, bcachefs, zfs, tmpfs, overlayfs: the magic numbers of <linux/magic.h>.
      0xEF53, 0x9123_683E, 0x5846_5342, 0xF2F5_2010, 0xCA45_1A4E, 0x2FC1_2FC1, 0x0102_1994, 0x794C_7630,
    ].contains(clinux_file_system_kind(descriptor))
  }

  /// Flushes everything on a descriptor's file system (`syncfs`); this also waits for writes of other programs.
  ///
  /// - Returns: 0, or the `errno` of any failed write there since the descriptor was opened or this was last called.
  package static func flushAll(_ descriptor: Int32) -> Int32 {
    while syncfs(descriptor) != 0 {
      let code = errno
      if code != EINTR { return code }
    }
    return 0
  }
}
