import Glibc
import Testing

/// A thread with a stack of 512 kB, as some systems give their threads.
final class SmallStack {
  private var body: () -> Void = {}

  /// Runs something there and waits for it.
  static func run<Value>(_ body: () throws -> Value) throws -> Value {
    try withoutActuallyEscaping(body) { body in
      var answer: Result<Value, any Error>?
      let call = SmallStack()
      call.body = { answer = Result { try body() } }
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, 512 << 10)
      var thread = pthread_t()
      let status = pthread_create(
        &thread, &attributes,
        { argument in
          if let argument { Unmanaged<SmallStack>.fromOpaque(argument).takeUnretainedValue().body() }
          return nil
        }, Unmanaged.passUnretained(call).toOpaque())
      #expect(status == 0)
      pthread_join(thread, nil)
      pthread_attr_destroy(&attributes)
      call.body = {}
      return try #require(answer).get()
    }
  }
}
