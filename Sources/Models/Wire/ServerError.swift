internal import Values

/// An error as providers describe it, in a body or in the stream.
struct ServerError: Hashable, Sendable {
  /// The longest message that is repeated, in characters.
  private static let longest = 300
  /// The names of the error that a request does not fit into the context: OpenAI and vLLM, llama.cpp.
  private static let fullKinds: Set<String> = ["context_length_exceeded", "exceed_context_size_error"]
  /// Words of that error where it has no name of its own: Anthropic; vLLM and others.
  private static let fullWords = ["prompt is too long", "maximum context length"]

  /// The provider's name of the kind of error.
  var type: String?
  /// The provider's code of the error.
  private var code: String?
  var message: String?

  /// Creates an error without a description.
  init() {}

  /// Reads a value: `{"error": {"type", "message", "code"}}`, `{"error": "text"}` or `{"message": "text"}`; nil if it
  /// describes no error.
  init?(_ value: JSONValue) {
    let error = value["error"]
    guard error.map({ $0 != .null }) ?? (value["message"] != nil || value["detail"] != nil) else { return nil }
    code = error?["code"]?.text
    type = error?["type"]?.text ?? code
    message = Self.short(error?.text ?? error?["message"]?.text ?? value["message"]?.text ?? value["detail"]?.text)
  }

  /// Reads the body of an answer with an error status; nil if it is not JSON that describes an error.
  init?(body: [UInt8]) {
    guard let value = JSONValue(line: body) else { return nil }
    self.init(value)
  }

  /// Returns the fault of an answer with a status; 0 for an error in the stream.
  func fault(status: Int, retryAfter: Int? = nil) -> ModelFault {
    if status == 401 || status == 403 || type == "authentication_error" || type == "permission_error" {
      // Some servers repeat a part of the key in their message.
      return .keyRefused(status: status == 0 ? 401 : status)
    }
    if [0, 400, 413].contains(status), isContextFull { return .contextFull(message ?? type ?? "status \(status)") }
    return .refused(status: status, type: type, message: message, retryAfter: retryAfter)
  }

  /// Whether the request was too long for the model.
  private var isContextFull: Bool {
    if [type, code].contains(where: { $0.map(Self.fullKinds.contains) ?? false }) { return true }
    let words = message?.lowercased() ?? ""
    return Self.fullWords.contains { words.contains($0) }
  }

  /// Returns a message on one line, cut if it is long, without a full stop at its end.
  static func short(_ text: String?) -> String? {
    guard let text else { return nil }
    var line = text.split { $0.isNewline || $0.isWhitespace }.joined(separator: " ")
    if line.hasSuffix("."), !line.hasSuffix("..") { line.removeLast() }
    return line.isEmpty ? nil : line.count > longest ? line.prefix(longest) + "…" : line
  }
}

extension TokenUsage {
  /// Takes the counts of a usage of the Messages API; those that it lacks stay.
  mutating func take(_ usage: JSONValue) {
    input = usage["input_tokens"]?.tokens ?? input
    cacheRead = usage["cache_read_input_tokens"]?.tokens ?? cacheRead
    cacheWrite = usage["cache_creation_input_tokens"]?.tokens ?? cacheWrite
    output = usage["output_tokens"]?.tokens ?? output
  }
}

extension JSONValue {
  /// The number of tokens, within the range of counts; nil for another kind of value.
  var tokens: Int? { integer.map(TokenUsage.count) }

  /// The floating-point number; nil for another kind of value.
  var double: Double? {
    guard case .number(let text) = self else { return nil }
    return Double(text)
  }
}
