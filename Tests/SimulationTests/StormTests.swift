import StormSimulation
import Testing

@Suite struct `Machines that save at once` {
  /// Checks what holds after every storm.
  private func expectRest(_ figures: StormFigures) {
    let label = "\(figures.title), seed \(figures.seed)"
    #expect(figures.saves > 0 && figures.left == 0, "\(label): \(figures.left) of \(figures.saves) saves never got out")
    #expect(figures.convergence != nil && figures.isEqual, "\(label): the folders differ at the end")
    #expect(figures.lost.isEmpty, "\(label): lost \(figures.lost)")
    #expect(figures.troubles.isEmpty, "\(label): \(figures.troubles)")
  }

  /// Two machines beside the remote that save that often, one that pushes for 2.5 s (review B1).
  @Test(arguments: [(2_000, 2_000, 15, 1), (2_000, 4_000, 5, 2), (500, 2_000, 2, 3)] as [(Int, Int, Int, UInt64)])
  func `leave no slow one behind`(fast: Int, slow: Int, minutes: Int, seed: UInt64) throws {
    let figures = try Storm.run(
      .starvation(fast: .milliseconds(fast), slow: .milliseconds(slow), minutes: minutes), seed: seed)
    expectRest(figures)
    let slow = try #require(figures.parts.last)
    #expect(slow.delay(0.5) <= .seconds(5), "\(figures.title), seed \(seed): median \(slow.delay(0.5))")
    #expect(slow.delay(1) <= .seconds(20), "\(figures.title), seed \(seed): at most \(slow.delay(1))")
    #expect(figures.mergeShare <= 0.1, "\(figures.title), seed \(seed): \(figures.merges) merges")
    #expect(figures.parts[0].delay(0.9) <= .seconds(1), "\(figures.title), seed \(seed): the fast one waits")
  }

  @Test func `bring a save from a slow machine out soon although it saves seldom`() throws {
    let figures = try Storm.run(.starvation(fast: .seconds(2), slow: .seconds(10), minutes: 3), seed: 4)
    expectRest(figures)
    #expect(try #require(figures.parts.last).delay(0.5) <= .seconds(5))
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `make few merge commits`(seed: UInt64) throws {
    let figures = try Storm.run(.alike(3, .server, saves: .seconds(2), length: .seconds(120)), seed: seed)
    expectRest(figures)
    #expect(figures.mergeShare <= 0.1, "seed \(seed): \(figures.merges) merges of \(figures.saves) saves")
  }

  /// Far more saves than the remote takes pushes, so that nearly all go through inboxes and lost races.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `make few merge commits where all are in each other's way`(seed: UInt64) throws {
    let figures = try Storm.run(.alike(10, .server, saves: .seconds(2), length: .seconds(20)), seed: seed)
    expectRest(figures)
    #expect(figures.mergeShare <= 0.2, "seed \(seed): \(figures.merges) merges of \(figures.saves) saves")
    #expect(try #require(figures.convergence) <= .seconds(10))
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `lose nothing where most of what they write is shared`(seed: UInt64) throws {
    var scene = StormScene.alike(5, .server, saves: .seconds(1), length: .seconds(20))
    scene.shared = 60
    expectRest(try Storm.run(scene, seed: seed))
  }

  @Test func `come to rest soon after the last save, ten of them too`() throws {
    let figures = try Storm.run(.alike(10, .path, saves: .seconds(2), length: .seconds(10)), seed: 1)
    expectRest(figures)
    #expect(try #require(figures.convergence) <= .seconds(10))
  }

  @Test func `do the same with the same seed`() throws {
    func run() throws -> StormFigures {
      try Storm.run(.starvation(fast: .seconds(1), slow: .seconds(2), minutes: 1), seed: 7)
    }
    let (one, other) = (try run(), try run())
    #expect(one.parts.map(\.delays) == other.parts.map(\.delays))
    #expect(one.parts.map(\.pushes) == other.parts.map(\.pushes) && one.merges == other.merges)
  }
}
