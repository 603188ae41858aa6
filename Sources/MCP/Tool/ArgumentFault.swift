/// What is wrong with what a tool was given.
package enum ArgumentFault: Error, Hashable, Sendable {
  /// It is not there and must be.
  case missing(String)
  /// It is of another kind.
  case wrongKind(String, wanted: String)
}

extension ArgumentFault: CustomStringConvertible {
  /// What is wrong, for the model.
  package var description: String {
    switch self {
    case .missing(let name): "Invalid arguments: \"\(name)\" is missing."
    case .wrongKind(let name, let wanted): "Invalid arguments: \"\(name)\" must be \(wanted)."
    }
  }
}
