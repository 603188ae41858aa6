/// Why a text is not taken as JSON.
package enum JSONFault: Error, Hashable, Sendable {
  /// It does not follow the grammar, at this byte.
  case syntax(at: Int)
  /// It is nested deeper than is taken.
  case tooDeep
  /// A name stands twice in one object: what is meant by it is not known.
  case nameTwice(String)
}

extension JSONFault: CustomStringConvertible {
  /// What is wrong, for whoever sent it.
  package var description: String {
    switch self {
    case .syntax(let offset): "This is no JSON (RFC 8259): see byte \(offset)."
    case .tooDeep: "This JSON is nested deeper than \(JSONParser.depth) levels."
    case .nameTwice(let name): "The name \"\(name)\" stands twice in one object."
    }
  }
}
