/// Requests the operations that can be undone, newest first.
package struct OperationsRequest: AnonymousVerb {
  package typealias Answer = [OperationEntry]
  package static let name = "operations"

  /// The greatest number of operations; nil for all.
  package var limit: Int?

  /// Creates a request.
  package init(limit: Int? = nil) { self.limit = limit }
}
