/// Who knows names and passwords: `git credential`, run by whoever may start programs.
package struct CredentialSource: Sendable {
  /// Finds one without asking anybody on a terminal; nil for none.
  package var fill: @Sendable (_ origin: [String: String]) async -> Credential?
  /// It was taken: helpers keep it.
  package var approve: @Sendable (Credential) async -> Void
  /// It was not: helpers forget it.
  package var reject: @Sendable (Credential) async -> Void

  /// Makes a source.
  package init(
    fill: @escaping @Sendable ([String: String]) async -> Credential?,
    approve: @escaping @Sendable (Credential) async -> Void, reject: @escaping @Sendable (Credential) async -> Void
  ) {
    self.fill = fill
    self.approve = approve
    self.reject = reject
  }

  /// One that knows none.
  package static let none = CredentialSource(fill: { _ in nil }, approve: { _ in }, reject: { _ in })
}
