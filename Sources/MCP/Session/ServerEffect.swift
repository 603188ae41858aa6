/// An action of the server that results from a frame.
package enum ServerEffect: Hashable, Sendable {
  /// Sends this frame.
  case send([UInt8])
  /// Calls a tool and passes its result back with the key.
  case call(key: Int, ToolCall)
  /// Answers a request about resources and passes the answer back with the key.
  case resources(key: Int, ResourceCall)
  /// Starts reporting changes of resources; does nothing if that was started before.
  case watch
  /// Cancels the call with the key, if possible: its result is not needed any more.
  case cancel(key: Int)
}
