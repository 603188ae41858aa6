import Glibc

/// A thread that blocks in the kernel, which a thread of the cooperative pool must not do.
struct WatchThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let handle: pthread_t

  /// Starts the thread.
  ///
  /// - Throws: `WatchError.system` if no thread can be created.
  init(_ run: @escaping @Sendable () -> Void) throws(WatchError) {
    var handle = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    let result = pthread_create(&handle, nil, WatchThread.enter, body.toOpaque())
    guard result == 0 else {
      body.release()
      throw .system(operation: "start a thread", errno: result)
    }
    self.handle = handle
  }

  private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
    if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
    return nil
  }

  /// Waits for the thread's end; called once.
  func join() { pthread_join(handle, nil) }
}
