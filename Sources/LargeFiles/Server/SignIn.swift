internal import HTTPTransfer

/// The credentials of each origin: requested once, and confirmed or rejected to the helpers once.
actor SignIn {
  private let source: CredentialSource
  private var known: [TransferAddress.Origin: Credential] = [:]
  private var approved: Set<TransferAddress.Origin> = []
  private var refused: Set<TransferAddress.Origin> = []

  init(_ source: CredentialSource) { self.source = source }

  /// Returns the `Authorization` value for an origin; nil if the origin has not required one yet.
  func field(for origin: TransferAddress.Origin) -> String? { known[origin]?.field }

  /// Notes that the origin accepted the credential.
  func accepted(_ origin: TransferAddress.Origin, _ field: String?) async {
    guard let field, let credential = known[origin], credential.field == field else { return }
    if approved.insert(origin).inserted { await source.approve(credential) }
  }

  /// Returns another credential, after the origin rejected the one that was sent or required one.
  ///
  /// - Returns: the value of the field to try next; nil if there is none.
  func wanted(_ origin: TransferAddress.Origin, sent field: String?) async -> String? {
    // Another request has found one meanwhile.
    if let credential = known[origin], credential.field != field { return credential.field }
    if let credential = known.removeValue(forKey: origin) {
      approved.remove(origin)
      refused.insert(origin)
      await source.reject(credential)
    }
    // A helper that returns the same credential again would be asked for ever.
    guard !refused.contains(origin) else { return nil }
    let isUsual = origin.port == (origin.scheme == "https" ? "443" : "80")
    let host = isUsual ? origin.host : "\(origin.host):\(origin.port)"
    guard let credential = await source.fill(["protocol": origin.scheme, "host": host]) else { return nil }
    known[origin] = credential
    return credential.field
  }
}
