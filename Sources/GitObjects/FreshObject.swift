/// An object that no repository has yet.
package struct FreshObject: Hashable, Sendable {
  /// The id.
  package let id: ObjectID
  /// The kind.
  package let kind: ObjectKind
  /// The content.
  package let content: [UInt8]

  /// Creates an object whose id the caller computed.
  package init(id: ObjectID, kind: ObjectKind, content: [UInt8]) {
    self.id = id
    self.kind = kind
    self.content = content
  }
}
