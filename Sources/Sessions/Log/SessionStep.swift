package import Models

/// A step of a session: one line of its log.
package enum SessionStep: Hashable, Sendable {
  /// The session begins.
  case begun(SessionPlan)
  /// A message joins the conversation: the person's, or a whole answer of the model with its calls of tools.
  case message(ModelMessage)
  /// The conversation is about to be sent to the model.
  case sent
  /// The estimate of that call, by which it is booked if its end is never known.
  case expected(CallEstimate)
  /// The next piece of the answer that arrives.
  case partial(String)
  /// The answer to a call of the model used tokens.
  case spent(CallSpending)
  /// The headless agent keeps its own session under this id, by which it resumes it; empty if it has lost the session.
  case thread(String)
  /// The answer broke off, for this reason; its pieces are no message.
  case cut(String)
  /// A call of a tool is about to be carried out; the id is that of the call in the session.
  case call(id: String, tool: String)
  /// A call of a tool ended.
  case ended(CallOutcome)
  /// The person is asked.
  case asked(SessionQuestion)
  /// The person answered the question about this call; `person` is the person of another machine, as `Name <address>`.
  case answered(id: String, text: String, person: String? = nil)
  /// The session is in another state.
  case moved(SessionState)
  /// A transition was refused.
  case refused(from: SessionState.Kind, to: SessionState.Kind)
  /// The limits are others from here on.
  case limited(SessionBudget)
  /// The results of tools in the first messages, as many as the number says, are left out of the context.
  case folded(Int)
  /// A machine took the session over. The mark is part of the ids of all calls that follow: lines that another machine
  /// could not publish may have calls with the same numbers.
  case taken(machine: String, mark: String)
}

/// The tokens and the cost of one call of a model.
package struct CallSpending: Hashable, Sendable {
  /// The model as the provider named it.
  package var model: String
  package var usage: TokenUsage
  /// The cost; nil if it is not known.
  package var cost: Cost?
  /// The number of the model's turns; a headless agent takes several in one call.
  package var turns: Int
  /// Whether tokens and cost are estimated, because the answer broke off.
  package var isEstimate: Bool

  /// Creates a value.
  package init(model: String, usage: TokenUsage, cost: Cost? = nil, turns: Int = 1, isEstimate: Bool = false) {
    self.model = model
    self.usage = usage
    self.cost = cost
    self.turns = turns
    self.isEstimate = isEstimate
  }

  /// Takes the use of an answer.
  init(_ answer: ModelAnswer) {
    let isCut = if case .cut = answer.stop { true } else { false }
    self.init(model: answer.model, usage: answer.usage, cost: answer.cost, turns: answer.turns, isEstimate: isCut)
  }
}

/// The tokens of a call of a model before its answer, as the limits are checked with them.
package struct CallEstimate: Hashable, Sendable {
  package var model: String
  /// The tokens of the request, with instructions and tools.
  package var input: Int
  /// The price of the model; nil if it is not known.
  package var price: TokenPrice?

  /// Creates an estimate.
  package init(model: String, input: Int, price: TokenPrice? = nil) {
    self.model = model
    self.input = input
    self.price = price
  }

  /// Returns the use of the call if so many tokens of its answer arrived.
  func spending(output: Int) -> CallSpending {
    let usage = TokenUsage(input: TokenUsage.count(input), output: TokenUsage.count(output))
    return CallSpending(model: model, usage: usage, cost: price?.cost(of: usage), isEstimate: true)
  }
}

/// The end of a call of a tool.
package struct CallOutcome: Hashable, Sendable {
  /// The id of the call in the session.
  package var id: String
  /// The result for the model.
  package var text: String
  /// Whether the call failed.
  package var isError: Bool
  /// The status with which the call ends the session; nil if the session continues.
  package var completion: String?
  /// Whether the result is that of an earlier, equal call.
  package var isCached: Bool

  /// Creates an outcome.
  package init(
    id: String, text: String, isError: Bool = false, completion: String? = nil, isCached: Bool = false
  ) {
    self.id = id
    self.text = text
    self.isError = isError
    self.completion = completion
    self.isCached = isCached
  }
}

/// A question to the person.
package struct SessionQuestion: Hashable, Sendable {
  /// The subject of a question.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The model asks; a tool needs a permission; a limit is reached.
    case model, permission, budget
  }

  /// The id: that of the call that asks, or `budget`.
  package var id: String
  /// The subject.
  package var kind: Kind
  /// The question.
  package var text: String
  /// The possible answers; empty for any text.
  package var choices: [String]
  /// The state that the tool needs again with the answer; empty for none.
  package var state: String

  /// Creates a question.
  package init(id: String, kind: Kind, text: String, choices: [String] = [], state: String = "") {
    self.id = id
    self.kind = kind
    self.text = text
    self.choices = choices
    self.state = state
  }

  /// Returns the answer as it is logged: one of the choices, in any case, or any text if there are none; nil for an
  /// answer that is none, such as an empty one.
  package func word(_ answer: String) -> String? {
    if kind == .model, choices.isEmpty { return answer.allSatisfy(\.isWhitespace) ? nil : answer }
    return choices.first { $0.lowercased() == answer.lowercased() }
  }
}
