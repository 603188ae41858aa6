import Glibc
internal import GitObjects

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
