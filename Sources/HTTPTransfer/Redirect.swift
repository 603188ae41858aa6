/// What a server that says "elsewhere" leads to. Decided here and not by libcurl, which keeps one header field from
/// another host and sends it all others: an object server's requests carry their secrets in any of them.
enum Redirect {
  /// How many are followed.
  static let limit = 5

  /// The request that an answer leads to; nil where it leads nowhere.
  ///
  /// An error where it must not be followed: from `https` to `http`, or to what is no web address.
  static func follow(_ request: TransferRequest, _ head: TransferHead) -> Result<TransferRequest?, TransferError> {
    guard [301, 302, 303, 307, 308].contains(head.status), let place = head.fields["location"] else {
      return .success(nil)
    }
    guard let address = TransferAddress(place, base: request.address) else { return .failure(.address(place)) }
    let before = request.address.origin
    guard before.scheme == address.origin.scheme || before.scheme == "http" else {
      return .failure(.address(address.text))
    }
    var next = request
    next.address = address
    if address.origin != before { next.secrets = [:] }
    if head.status == 303, request.method != "GET" {
      next.method = "GET"
      next.body = .none
    }
    return .success(next)
  }
}
