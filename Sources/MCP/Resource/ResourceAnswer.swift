/// An answer about resources.
package enum ResourceAnswer: Hashable, Sendable {
  /// A page of the list; `next` is the cursor of the next page.
  case page([ResourceEntry], next: String?)
  /// The content of an address.
  case content(ResourceContent)
  /// The address has no resource.
  case missing(uri: String)
  /// The cursor is unknown.
  case unknownCursor
  /// The request failed for this reason.
  case failed(String)

  /// Returns the members of the result in a revision.
  ///
  /// - Throws: `ProtocolError` for an answer that is not a result.
  func members(in version: ProtocolVersion) throws(ProtocolError) -> [JSONMember] {
    switch self {
    case .page(let entries, let next):
      var members = [JSONMember(name: "resources", value: .array(entries.map(\.value)))]
      if let next { members.append(JSONMember(name: "nextCursor", value: .string(next))) }
      return members
    case .content(let content): return [JSONMember(name: "contents", value: [content.value])]
    case .missing(let uri):
      throw ProtocolError(
        // The newest revision has no code of its own for this.
        code: version.isStateless ? -32_602 : -32_002, message: "There is no resource \(uri).",
        data: ["uri": .string(uri)])
    case .unknownCursor: throw .invalidParams("This cursor was not returned by resources/list.")
    case .failed(let reason): throw ProtocolError(code: -32_603, message: reason)
    }
  }
}
