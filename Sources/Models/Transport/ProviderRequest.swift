package import HTTPTransfer
internal import Values

/// The HTTP requests to a provider's server. Pure.
package enum ProviderRequest {
  /// The largest size of an answer, in bytes.
  static let bodyLimit = 64 << 20

  /// Returns the request of a call.
  ///
  /// - Throws: `ModelFault.settings` if the address is none, or if the key would be sent unencrypted.
  package static func call(
    _ request: ModelRequest, of provider: Provider, key: String?
  ) throws(ModelFault) -> TransferRequest {
    let model = provider.model(request.tier).name
    let address: TransferAddress
    let body: JSONValue
    if provider.kind == .anthropic {
      address = try Self.address(provider, version(provider.address) + "/messages")
      body = AnthropicEncoder.body(request, model: model)
    } else {
      address = try Self.address(provider, "/chat/completions")
      let isOpenAI = address.origin.host == "api.openai.com"
      body = OpenAIEncoder.body(
        request, model: model, limitName: isOpenAI ? "max_completion_tokens" : "max_tokens")
    }
    var transfer = TransferRequest("POST", address, body: .bytes(body.line), deadline: deadline(provider.timeouts))
    transfer.fields = fields(provider).merging(["Content-Type": "application/json", "Accept": "text/event-stream"]) {
      $1
    }
    transfer.secrets = try secrets(provider, key, address)
    return transfer
  }

  /// Returns the request for the list of models, which costs nothing and proves the key.
  ///
  /// - Throws: the errors of `call`.
  package static func models(of provider: Provider, key: String?) throws(ModelFault) -> TransferRequest {
    let path = provider.kind == .anthropic ? version(provider.address) + "/models?limit=1000" : "/models"
    let address = try Self.address(provider, path)
    return TransferRequest(
      "GET", address, fields: fields(provider), secrets: try secrets(provider, key, address),
      deadline: deadline(provider.timeouts))
  }

  /// Returns the names in a list of models: `{"data": [{"id"}]}`; nil for another answer.
  package static func names(_ body: [UInt8]) -> [String]? {
    JSONValue(line: body)?["data"]?.elements?.compactMap { $0["id"]?.text }
  }

  private static func version(_ address: String) -> String {
    trimmed(address).hasSuffix("/v1") ? "" : "/v1"
  }

  private static func trimmed(_ address: String) -> Substring {
    var address = address[...]
    while address.last == "/" { address.removeLast() }
    return address
  }

  private static func address(_ provider: Provider, _ path: String) throws(ModelFault) -> TransferAddress {
    guard let address = TransferAddress(trimmed(provider.address) + path) else {
      throw .settings("the url of the provider '\(provider.name)' is not a web address")
    }
    return address
  }

  private static func fields(_ provider: Provider) -> [String: String] {
    provider.kind == .anthropic ? ["anthropic-version": AnthropicEncoder.version] : [:]
  }

  private static func secrets(
    _ provider: Provider, _ key: String?, _ address: TransferAddress
  ) throws(ModelFault) -> [String: String] {
    guard let key else { return [:] }
    guard isWord(key) else {
      throw .settings("the key of the provider '\(provider.name)' is empty or has characters that no key has")
    }
    guard address.origin.scheme == "https" || address.origin.isLoopback else {
      throw .settings("the key of the provider '\(provider.name)' would be sent unencrypted; use https")
    }
    return provider.kind == .anthropic ? ["x-api-key": key] : ["Authorization": "Bearer \(key)"]
  }

  /// Returns whether a key consists of visible ASCII, so that it cannot add a header field.
  static func isWord(_ key: String) -> Bool { !key.isEmpty && key.utf8.allSatisfy { (33...126).contains($0) } }

  private static func deadline(_ timeouts: CallTimeouts) -> TransferDeadline {
    var deadline = TransferDeadline(connect: timeouts.connect, stall: timeouts.idle, answer: timeouts.firstByte)
    deadline.waitsForBody = true
    return deadline
  }
}
