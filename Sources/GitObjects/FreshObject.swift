/// An object that no repository has yet.
package struct FreshObject: Hashable, Sendable {
  package let id: ObjectID
  package let kind: ObjectKind
  package let content: [UInt8]

  /// Creates an object whose id the caller computed.
  package init(id: ObjectID, kind: ObjectKind, content: [UInt8]) {
    self.id = id
    self.kind = kind
    self.content = content
  }
}
