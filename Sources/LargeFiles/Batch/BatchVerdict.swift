/// A server's decision about one object.
package enum BatchVerdict: Hashable, Sendable {
  /// The object is transferred by the first request and confirmed by the second, if there is one.
  case move(BatchAction, verify: BatchAction?)
  /// The server has the object, so it need not be uploaded.
  case present
  /// The object cannot be transferred; the code is an HTTP status.
  case refused(code: Int, message: String)
}
