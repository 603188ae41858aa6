/// The reason why abilities cannot be read or changed as requested.
package struct AbilityFault: Error, Hashable, Sendable {
  /// The kind of a fault.
  package enum Kind: Hashable, Sendable {
    /// The request itself is wrong.
    case usage
    /// The ability or template does not exist.
    case notFound
    /// The file cannot be changed.
    case failed
  }

  /// The kind.
  package var kind: Kind
  /// The fault in words.
  package var what: String
  /// The next step, in words.
  package var next: String?
  /// The file; nil if the fault concerns none.
  package var path: String?

  /// Creates a fault.
  package init(_ kind: Kind, _ what: String, next: String? = nil, path: String? = nil) {
    self.kind = kind
    self.what = what
    self.next = next
    self.path = path
  }
}
