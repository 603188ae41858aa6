/// The parts of an answer while they arrive.
package struct AnswerParts: Hashable, Sendable {
  private struct Part: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case text
      case reasoning(signature: String)
      case hiddenReasoning
      case toolCall(id: String, name: String)
      /// Content of a kind that this version does not know, for instance a tool that the provider runs.
      case unknown
    }

    var kind: Kind
    var content = ""
    var isClosed = false
  }

  private var parts: [Part] = []
  /// The place of a provider's block in the list.
  private var places: [Int: Int] = [:]
  /// The model's name.
  package var model = ""
  /// The tokens so far.
  package var usage = TokenUsage()
  /// The reason for the end; nil before it.
  package var stop: StopReason?
  /// The cost that the provider gave; nil without one.
  package var cost: Cost?
  /// The session of a headless agent.
  package var session: String?
  /// The number of a headless agent's turns; 0 if it gives none.
  package var turns = 0

  package init() {}

  /// Whether the provider reported any use.
  var isCharged: Bool { usage != TokenUsage() || (cost?.picodollars ?? 0) > 0 }

  /// Whether the answer has any content.
  package var hasContent: Bool {
    parts.contains { part in
      switch part.kind {
      case .text, .reasoning: !part.content.isEmpty
      case .toolCall: true
      case .hiddenReasoning, .unknown: false
      }
    }
  }

  /// The numbers of blocks and calls that an answer can have.
  static let indices = 0..<10_000

  /// Whether a block with the provider's number began.
  func has(_ block: Int) -> Bool { places[block] != nil }

  /// Returns the number that the next new block can have.
  var nextBlock: Int { (places.keys.max() ?? -1) + 1 }

  /// Appends text to a block, which begins if it is new.
  mutating func append(text: String, to block: Int, _ events: inout [ModelEvent]) {
    guard let place = place(block, .text), !text.isEmpty else { return }
    parts[place].content += text
    events.append(.text(text))
  }

  /// Appends reasoning to a block, which begins if it is new.
  mutating func append(reasoning: String, to block: Int, _ events: inout [ModelEvent]) {
    guard let place = place(block, .reasoning(signature: "")), !reasoning.isEmpty else { return }
    parts[place].content += reasoning
    events.append(.reasoning(reasoning))
  }

  /// Appends a piece of the signature of a reasoning block.
  mutating func append(signature: String, to block: Int) {
    guard let place = places[block], case .reasoning(let before) = parts[place].kind else { return }
    parts[place].kind = .reasoning(signature: before + signature)
  }

  /// Begins a block of hidden reasoning.
  mutating func begin(hiddenReasoning: String, as block: Int) {
    guard let place = place(block, .hiddenReasoning) else { return }
    parts[place].content = hiddenReasoning
  }

  /// Begins a block of an unknown kind, whose content is ignored.
  mutating func begin(unknown block: Int) { _ = place(block, .unknown) }

  /// Begins a call of a tool.
  mutating func begin(call id: String, name: String, as block: Int, _ events: inout [ModelEvent]) {
    guard places[block] == nil, let place = place(block, .toolCall(id: id, name: name)) else { return }
    events.append(.toolCall(index: place, id: id, name: name))
  }

  /// Appends JSON to the input of a call.
  mutating func append(input: String, to block: Int, _ events: inout [ModelEvent]) {
    guard let place = places[block], case .toolCall = parts[place].kind, !input.isEmpty else { return }
    parts[place].content += input
    events.append(.toolInput(index: place, json: input))
  }

  /// Closes a block.
  mutating func close(_ block: Int) {
    if let place = places[block] { parts[place].isClosed = true }
  }

  /// Closes all blocks.
  mutating func closeAll() {
    for index in parts.indices { parts[index].isClosed = true }
  }

  /// Returns the place of a block, which begins if it is new; nil if it is of another kind.
  private mutating func place(_ block: Int, _ kind: Part.Kind) -> Int? {
    guard let place = places[block] else {
      places[block] = parts.count
      parts.append(Part(kind: kind))
      return parts.count - 1
    }
    switch (parts[place].kind, kind) {
    case (.text, .text), (.reasoning, .reasoning), (.hiddenReasoning, .hiddenReasoning): return place
    default: return nil
    }
  }

  /// Returns the answer.
  ///
  /// - Parameters:
  ///   - fault: the fault that ended the stream; nil if the answer is complete.
  ///   - request: the request, whose tokens are estimated if the provider had not reported them before the fault.
  package func answer(price: TokenPrice?, fault: ModelFault? = nil, to request: ModelRequest? = nil) -> ModelAnswer {
    var usage = usage
    if fault != nil, let request {
      usage = usage.atLeast(
        input: TokenEstimate.tokens(of: request),
        output: TokenEstimate.tokens(bytes: parts.reduce(0) { $0 + $1.content.utf8.count }))
    }
    let blocks: [ContentBlock] = parts.compactMap { part in
      switch part.kind {
      case .text: part.content.isEmpty ? nil : .text(part.content)
      case .reasoning(let signature):
        part.content.isEmpty && signature.isEmpty ? nil : .reasoning(part.content, signature: signature)
      case .hiddenReasoning: .hiddenReasoning(part.content)
      case .toolCall(let id, let name):
        part.isClosed ? .toolCall(ToolCall(id: id, name: name, input: part.content)) : nil
      case .unknown: nil
      }
    }
    return ModelAnswer(
      blocks: blocks, stop: fault.map { .cut($0) } ?? stop ?? .complete, model: model, usage: usage,
      cost: cost ?? price?.cost(of: usage), session: session, turns: max(1, turns))
  }
}
