internal import HTTPTransfer

/// What is known of how to sign in, an origin: found once, told to helpers as taken or not.
actor SignIn {
  private let source: CredentialSource
  private var known: [TransferAddress.Origin: Credential] = [:]
  private var approved: Set<TransferAddress.Origin> = []
  private var refused: Set<TransferAddress.Origin> = []

  init(_ source: CredentialSource) { self.source = source }

  /// The field for a request to an origin; nil where nobody asked for one yet.
  func field(for origin: TransferAddress.Origin) -> String? { known[origin]?.field }

  /// The origin took what it was sent.
  func accepted(_ origin: TransferAddress.Origin, _ field: String?) async {
    guard let field, let credential = known[origin], credential.field == field else { return }
    if approved.insert(origin).inserted { await source.approve(credential) }
  }

  /// The origin wants a sign-in, or another one than it was sent.
  ///
  /// - Returns: the field to try next; nil for none.
  func wanted(_ origin: TransferAddress.Origin, sent field: String?) async -> String? {
    // Another request found one meanwhile.
    if let credential = known[origin], credential.field != field { return credential.field }
    if let credential = known.removeValue(forKey: origin) {
      approved.remove(origin)
      refused.insert(origin)
      await source.reject(credential)
    }
    // A helper that gives the same again would be asked for ever.
    guard !refused.contains(origin) else { return nil }
    let isUsual = origin.port == (origin.scheme == "https" ? "443" : "80")
    let host = isUsual ? origin.host : "\(origin.host):\(origin.port)"
    guard let credential = await source.fill(["protocol": origin.scheme, "host": host]) else { return nil }
    known[origin] = credential
    return credential.field
  }
}
