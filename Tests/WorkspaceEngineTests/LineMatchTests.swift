import Testing

@testable import WorkspaceEngine

@Suite struct LineMatchTests {
  @Test(
    arguments: [
      (["a", "b"], ["a", "b"], [0, 1]), (["b"], ["a", "b", "c"], [1]), (["x"], ["a"], [nil]), ([], ["a"], []),
      (["a"], [], [nil]), (["a", "x", "c"], ["a", "b", "c"], [0, nil, 2]), (["", ""], ["", "a", ""], [0, 2]),
    ] as [([String], [String], [Int?])])
  func `a line is found again in its order, or not at all`(texts: [String], older: [String], found: [Int?]) {
    #expect(LineMatch.match(texts, in: older) == found)
  }
}
