/// The rule for redirects. It is applied here instead of by libcurl, which withholds only one header field from another
/// host: an object server's requests contain secrets in any field.
package enum Redirect {
  /// The largest number of redirects.
  package static let limit = 5

  /// Returns the redirected request; nil if the answer is not a redirect.
  ///
  /// An error if the redirect must not be followed: from `https` to `http`, or to another scheme.
  package static func follow(
    _ request: TransferRequest, _ head: TransferHead
  ) -> Result<TransferRequest?, TransferError> {
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
