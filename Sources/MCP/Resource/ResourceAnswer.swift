/// What the server has as resources.
package enum ResourceAnswer: Hashable, Sendable {
  /// A page of the list; `next` is the cursor of the next one.
  case page([ResourceEntry], next: String?)
  /// The content under an address.
  case content(ResourceContent)
  /// There is nothing under that address.
  case missing(uri: String)
  /// The cursor was not given out.
  case unknownCursor
  /// It cannot be given now, and why.
  case failed(String)

  /// The members of the result in a revision.
  ///
  /// - Throws: `ProtocolError` for what is no result.
  func members(in version: ProtocolVersion) throws(ProtocolError) -> [JSONMember] {
    switch self {
    case .page(let entries, let next):
      var members = [JSONMember(name: "resources", value: .array(entries.map(\.value)))]
      if let next { members.append(JSONMember(name: "nextCursor", value: .string(next))) }
      return members
    case .content(let content): return [JSONMember(name: "contents", value: [content.value])]
    case .missing(let uri):
      throw ProtocolError(
        // The newest revision has no code of its own for it.
        code: version.isStateless ? -32_602 : -32_002, message: "There is no resource \(uri).",
        data: ["uri": .string(uri)])
    case .unknownCursor: throw .invalidParams("This cursor was not given out by resources/list.")
    case .failed(let reason): throw ProtocolError(code: -32_603, message: reason)
    }
  }
}
