import Models
import Testing

@testable import Sessions

@Suite struct SessionBudgetTests {
  @Test func `the presets have the limits and tiers of research and of a quick chat`() {
    let research = SessionBudget.research
    #expect((research.tokens, research.answerTokens, research.turns) == (50_000, 4_000, 20))
    let chat = SessionBudget.quickChat
    #expect((chat.tokens, chat.answerTokens, chat.turns) == (10_000, 1_000, 5))
    #expect(SessionBudget.Preset.research.tier == .balanced && SessionBudget.Preset.quickChat.tier == .fast)
  }

  @Test func `the kinds of agents have the cheapest tier that suffices`() {
    let tiers = AgentType.allCases.map { "\($0.rawValue) \($0.tier.rawValue)" }
    #expect(
      tiers == [
        "quickLookup fast", "chatAssistant balanced", "researchAgent balanced", "profileGenerator powerful",
        "introductionWriter balanced",
      ])
  }

  @Test func `limits are read from a preset and what differs from it`() throws {
    #expect(try #require(SessionBudget.parse("research")).budget == .research)
    let chat = try #require(SessionBudget.parse("quick-chat,turns=8,$0.50"))
    #expect(chat.preset == .quickChat && chat.budget.turns == 8 && chat.budget.cost == Cost(dollars: 0.5))
    #expect(chat.budget.tokens == 10_000)
    #expect(try #require(SessionBudget.parse("tokens=20000,answer=100")).budget.tokens == 20_000)
    for text in ["", "fast", "turns=0", "turns=x", "$-1", "$0", "$0.00", "$x", "research,", "research,fast", "tokens"] {
      #expect(SessionBudget.parse(text) == nil, "\(text)")
    }
  }

  @Test func `what is left of a day or a workspace limits the next call`() throws {
    let record = SessionRecord(SessionPlan(id: "s", agent: "a", prompt: "p"), at: 0)
    let check = BudgetCheck(record: record, next: 100, price: TokenPrice(input: 1, output: 1))
    #expect(check.excess([]) == nil && check.excess([SpendingAllowance("the day", tokens: 100)]) == nil)
    #expect(check.excess([SpendingAllowance("the day", tokens: 99)]) == .shared("the day has 99 tokens left"))
    #expect(
      check.excess([SpendingAllowance("the day", cost: Cost(picodollars: 5))])?.text.hasPrefix("the day has $") == true)
    // Without a known price only used up money stops a session.
    let unpriced = BudgetCheck(record: record, next: 100, price: nil)
    #expect(unpriced.excess([SpendingAllowance("the day", cost: Cost(picodollars: 5))]) == nil)
    #expect(unpriced.excess([SpendingAllowance("the day", cost: Cost(picodollars: 0))]) != nil)
  }

  @Test func `a limit that is too small for the first turn is said to be so, not to be used up`() throws {
    func excess(_ budget: SessionBudget) -> BudgetCheck.Excess? {
      let record = SessionRecord(SessionPlan(id: "s", agent: "a", prompt: "p", budget: budget), at: 0)
      return BudgetCheck(record: record, next: 100, price: TokenPrice(input: 1, output: 1)).excess([])
    }
    var budget = SessionBudget(tokens: 50, answerTokens: 10, turns: 3)
    #expect(excess(budget) == .tooSmall("the limit of 50 tokens is too small for one turn, which needs about 100"))
    (budget.tokens, budget.cost) = (1_000, Cost(dollars: 0.0001))
    #expect(excess(budget) == .tooSmall("the limit of $0.0001 is too small for one turn, which may cost $0.00011"))
  }

  @Test func `impossible counts in a log are beyond every limit, also after the limits were raised`() throws {
    let spending = CallSpending(
      model: "m", usage: TokenUsage(input: .max, output: 1), cost: Cost(picodollars: .max), turns: .max)
    let record = try SessionRecordTests.record(
      [.message(.init(.user, "Go")), .moved(.running), .spent(spending), .spent(spending)])
    let totals = record.totals
    #expect((totals.tokens, totals.turns, totals.cost.picodollars) == (.max, .max, .max))
    let check = BudgetCheck(record: record, next: 100, price: TokenPrice(input: 1, output: 1))
    #expect(check.excess([]) != nil)
    #expect(check.excess(during: AgentProgress(usage: TokenUsage(input: .max), turns: 1), []) != nil)
    let extended = BudgetCheck.extended(record)
    #expect(extended.tokens == .max && extended.turns == .max)
  }

  @Test func `at a limit of the day a session pauses with the reason, and its own limits stay`() throws {
    let record = try SessionRecordTests.record([.message(.init(.user, "Go")), .moved(.running), .limited(.research)])
    let allowance = SpendingAllowance("the limit of the day", tokens: 1)
    guard case .log(let steps) = SessionLab.loop.next(record, allowances: [allowance]) else {
      Issue.record("the conversation is sent")
      return
    }
    let paused = try SessionRecordTests.record([.message(.init(.user, "Go")), .moved(.running)] + steps)
    #expect(paused.isPausedByFault && paused.question == nil && paused.lastCut?.contains("budgets.toml") == true)
    #expect(try SessionLife.resume(paused).last == .moved(.running))
  }
}
