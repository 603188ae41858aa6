/// The functions of `git credential`, supplied by the layer that may start programs.
package struct CredentialSource: Sendable {
  /// Returns a credential without asking on a terminal; nil if there is none.
  package var fill: @Sendable (_ origin: [String: String]) async -> Credential?
  /// Notifies the helpers that the credential was accepted, so that they keep it.
  package var approve: @Sendable (Credential) async -> Void
  /// Notifies the helpers that the credential was rejected, so that they delete it.
  package var reject: @Sendable (Credential) async -> Void

  /// Creates a source.
  package init(
    fill: @escaping @Sendable ([String: String]) async -> Credential?,
    approve: @escaping @Sendable (Credential) async -> Void, reject: @escaping @Sendable (Credential) async -> Void
  ) {
    self.fill = fill
    self.approve = approve
    self.reject = reject
  }

  /// A source without credentials.
  package static let none = CredentialSource(fill: { _ in nil }, approve: { _ in }, reject: { _ in })
}
