package import GitObjects
package import Sync

/// A host of the exchange on which the conformance suite is run, with the tools that a person has there.
package struct SyncHostBench {
  package let host: any SyncHost
  /// Records a file as the person's; returns the new tip.
  package let save: (_ path: String, _ text: String) async throws -> ObjectID
  /// Stores a commit with one more file on top of a commit, as another machine would; nothing is recorded.
  package let make: (_ path: String, _ text: String, _ parent: ObjectID) async throws -> ObjectID
  /// Gives the person's answer to a question that was raised.
  package let answer: (SyncQuestion, SyncAnswer) async throws -> Void

  package init(
    host: any SyncHost, save: @escaping (String, String) async throws -> ObjectID,
    make: @escaping (String, String, ObjectID) async throws -> ObjectID,
    answer: @escaping (SyncQuestion, SyncAnswer) async throws -> Void
  ) {
    self.host = host
    self.save = save
    self.make = make
    self.answer = answer
  }
}

/// A rule that every host of the exchange follows; together they are its conformance suite.
package enum SyncHostRule: String, CaseIterable, Sendable {
  case `the tip is the commit of the last save`
  case `a commit on top of the tip is adopted`
  case `a commit is not adopted over a tip that moved`
  case `a refused version stays refused`
  case `nothing forbids a version that nobody refuses`
  case `a text waits for no object`
  case `a question is open until the person answers it`
  case `a question that was never raised can be withdrawn`
  case `words without a meaning repair nothing`
  case `waiting writes delay no adoption`
  case `a folder of its own was joined to no empty remote`

  /// Returns the first departure from the rule; nil if the host follows it.
  package func departure(on bench: SyncHostBench) async throws -> String? {
    let host = bench.host
    switch self {
    case .`the tip is the commit of the last save`:
      let first = try await bench.save("a.md", "one\n")
      guard await host.tip() == first else { return "the tip is not the first save" }
      let second = try await bench.save("a.md", "two\n")
      return await host.tip() == second && second != first ? nil : "the tip is not the second save"
    case .`a commit on top of the tip is adopted`:
      let tip = try await bench.save("a.md", "one\n")
      let other = try await bench.make("b.md", "other\n", tip)
      guard try await host.adopt(other, expecting: tip, leaving: []) == .adopted else { return "it was not adopted" }
      return await host.tip() == other ? nil : "the tip is another commit"
    case .`a commit is not adopted over a tip that moved`:
      let old = try await bench.save("a.md", "one\n")
      let other = try await bench.make("b.md", "other\n", old)
      let tip = try await bench.save("a.md", "two\n")
      guard try await host.adopt(other, expecting: old, leaving: []) == .tipMoved else { return "it was adopted" }
      return await host.tip() == tip ? nil : "the tip moved"
    case .`a refused version stays refused`:
      let tip = try await bench.save("a.md", "one\n")
      let version = PathVersion("a.md", tip)
      try await until { try await host.refused() != nil }
      guard try await host.refused()?.contains(version) == false else { return "it was refused before" }
      try await host.refuse([version: "too large"])
      for _ in 0..<2 where try await host.refused()?.contains(version) != true { return "it is not refused" }
      return nil
    case .`nothing forbids a version that nobody refuses`:
      let tip = try await bench.save("a.md", "one\n")
      if let words = await host.forbids([PathVersion("a.md", tip)]) { return words }
      return await host.forbids([]).map { "nothing is forbidden: \($0)" }
    case .`a text waits for no object`:
      let tip = try await bench.save("a.md", "one\n")
      return try await host.unsent(of: tip, over: nil) == UnsentObjects() ? nil : "it waits"
    case .`a question is open until the person answers it`:
      let question = SyncQuestion(kind: .remoteBranchDeleted, tip: try await bench.save("a.md", "one\n"), remote: nil)
      for _ in 0..<2 {
        guard await host.answer(to: question) == nil else { return "it is answered" }
        await host.raise(question)
      }
      try await bench.answer(question, .join)
      return await host.answer(to: question) == .join ? nil : "the answer is another one"
    case .`a question that was never raised can be withdrawn`:
      let question = SyncQuestion(kind: .remoteBranchDeleted, tip: try await bench.save("a.md", "one\n"), remote: nil)
      await host.withdraw(question.id)
      await host.noteAgreement()
      return await host.answer(to: question) == nil ? nil : "it is answered"
    case .`words without a meaning repair nothing`:
      let tip = try await bench.save("a.md", "one\n")
      if await host.mend("words without a meaning") { return "something was repaired" }
      return await host.tip() == tip ? nil : "the tip moved"
    case .`waiting writes delay no adoption`:
      let tip = try await bench.save("a.md", "one\n")
      let other = try await bench.make("b.md", "other\n", tip)
      await host.hold(.milliseconds(500))
      return try await host.adopt(other, expecting: tip, leaving: []) == .adopted ? nil : "it was not adopted"
    case .`a folder of its own was joined to no empty remote`:
      return await host.joinedEmpty() ? "it was joined to an empty remote" : nil
    }
  }
}
