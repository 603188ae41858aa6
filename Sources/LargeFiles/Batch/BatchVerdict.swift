/// What a server says of one object.
package enum BatchVerdict: Hashable, Sendable {
  /// It moves by this request, and is confirmed by the other, if there is one.
  case move(BatchAction, verify: BatchAction?)
  /// It need not be uploaded: the server has it.
  case present
  /// It does not move; the code is HTTP's.
  case refused(code: Int, message: String)
}
