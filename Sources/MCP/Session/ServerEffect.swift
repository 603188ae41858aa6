/// What a frame makes the server do.
package enum ServerEffect: Hashable, Sendable {
  /// Send this frame.
  case send([UInt8])
  /// Call a tool, and hand its result back under the key.
  case call(key: Int, ToolCall)
  /// Find what is asked of resources, and hand the answer back under the key.
  case resources(key: Int, ResourceCall)
  /// Say from now on when resources change; nothing where that is done already.
  case watch
  /// Give up the call under the key, if it can be: nobody waits for its result any more.
  case cancel(key: Int)
}
