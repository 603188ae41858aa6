/// A fault in the arguments of a tool.
package enum ArgumentFault: Error, Hashable, Sendable {
  /// A required argument is missing.
  case missing(String)
  /// An argument has another type.
  case wrongKind(String, wanted: String)
}

extension ArgumentFault: CustomStringConvertible {
  /// The error message for the model.
  package var description: String {
    switch self {
    case .missing(let name): "Invalid arguments: \"\(name)\" is missing."
    case .wrongKind(let name, let wanted): "Invalid arguments: \"\(name)\" must be \(wanted)."
    }
  }
}
