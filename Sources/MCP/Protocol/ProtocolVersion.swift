package import Values

/// A revision of the Model Context Protocol, oldest first.
package enum ProtocolVersion: String, Hashable, Sendable, CaseIterable, Comparable {
  /// The first revision.
  case v2024_11_05 = "2024-11-05"
  /// Annotations of tools, audio, batches.
  case v2025_03_26 = "2025-03-26"
  /// Structured results, titles; no batches.
  case v2025_06_18 = "2025-06-18"
  /// The last revision that starts with `initialize`.
  case v2025_11_25 = "2025-11-25"
  /// Stateless: each request contains its version, client and capabilities.
  case v2026_07_28 = "2026-07-28"

  /// The revisions that a client may name in a request's `_meta`.
  package static let stateless: [ProtocolVersion] = [.v2026_07_28]
  /// The newest revision that `initialize` may agree on.
  static let newestWithHandshake = ProtocolVersion.v2025_11_25

  /// Whether requests are independent of a session.
  package var isStateless: Bool { self >= .v2026_07_28 }
  /// Whether tools have annotations and results may contain audio.
  var hasAnnotations: Bool { self >= .v2025_03_26 }
  /// Whether progress reports may contain a message.
  var tellsProgressInWords: Bool { self >= .v2025_03_26 }
  /// Whether an array may contain several messages.
  var hasBatches: Bool { self == .v2025_03_26 }
  /// Whether tools have titles and output schemas, and results structured content.
  var hasStructuredContent: Bool { self >= .v2025_06_18 }

  /// Returns whether a revision is older than another: their names are dates.
  package static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool { left.rawValue < right.rawValue }

  /// Returns the revision that `initialize` agrees on: the client's if it is supported, else the newest.
  static func agreed(on requested: String) -> ProtocolVersion {
    guard let version = ProtocolVersion(rawValue: requested), !version.isStateless else { return newestWithHandshake }
    return version
  }
}

/// An error of the protocol itself; a failure of a tool is a result with an error instead.
package struct ProtocolError: Error, Hashable, Sendable {
  /// The code of JSON-RPC or of the protocol's 2026-07-28 revision.
  package var code: Int
  /// The explanation for people.
  package var message: String
  /// Details for programs.
  package var data: JSONValue?

  /// Returns the error for a message that is not JSON (-32700).
  static func parse(_ message: String) -> ProtocolError { ProtocolError(code: -32_700, message: message) }
  /// Returns the error for a message that is not a request (-32600).
  static func invalidRequest(_ message: String) -> ProtocolError { ProtocolError(code: -32_600, message: message) }
  /// Returns the error for an unknown method (-32601).
  static func unknownMethod(_ method: String) -> ProtocolError {
    ProtocolError(code: -32_601, message: "There is no method \"\(method)\".")
  }
  /// Returns the error for wrong parameters (-32602).
  static func invalidParams(_ message: String) -> ProtocolError { ProtocolError(code: -32_602, message: message) }
  /// Returns the error for an unsupported revision (-32022).
  static func unsupportedVersion(_ requested: String) -> ProtocolError {
    ProtocolError(
      code: -32_022, message: "The protocol version \"\(requested)\" is not supported.",
      data: [
        "supported": .array(ProtocolVersion.stateless.map { .string($0.rawValue) }), "requested": .string(requested),
      ])
  }

  /// Returns the frame of an error.
  ///
  /// If no id could be read, it has none: no revision of the protocol allows `null` there.
  func frame(id: RequestID?) -> JSONValue {
    var error: [JSONMember] = [
      JSONMember(name: "code", value: .number(String(code))), JSONMember(name: "message", value: .string(message)),
    ]
    if let data { error.append(JSONMember(name: "data", value: data)) }
    var members = [JSONMember(name: "jsonrpc", value: "2.0")]
    if let id { members.append(JSONMember(name: "id", value: id.value)) }
    members.append(JSONMember(name: "error", value: .object(error)))
    return .object(members)
  }
}
