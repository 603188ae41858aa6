/// Asks for what can be taken back as one, newest first.
package struct OperationsRequest: AnonymousVerb {
  package typealias Answer = [OperationEntry]
  package static let name = "operations"

  /// How many at the most; nil for all.
  package var limit: Int?

  /// Makes a request.
  package init(limit: Int? = nil) { self.limit = limit }
}
