import Testing

@testable import WorkspaceEngine

/// The faults of expressions that git refuses.
@Suite struct ExpressionFaultTests {
  @Test(
    arguments: [
      ("(wh", "missing closing parenthesis", 1), ("Ä(é", "missing closing parenthesis", 2),
      ("(a)(b(c", "missing closing parenthesis", 6), (#"\(([)]"#, "missing closing parenthesis", 3),
      (#"\Q(\E(["#, "missing terminating ] for character class", 7), ("it's ': (", "missing closing parenthesis", 9),
      ("[ab", "missing terminating ] for character class", 1), ("a[]b", "missing terminating ] for character class", 2),
      ("[[:alpha:]", "missing terminating ] for character class", 1), ("a)(", "unmatched closing parenthesis", 2),
      ("[])])", "unmatched closing parenthesis", 5), (#"[\]])"#, "unmatched closing parenthesis", 5),
      ("(?#a(b)c)", "unmatched closing parenthesis", 9), ("a(?#b", "missing ) after (?# comment", 2),
      (#"a\"#, #"\ at end of pattern"#, 2), ("*a", "quantifier does not follow a repeatable item", 1),
      ("a|+", "quantifier does not follow a repeatable item", 3),
      ("a**", "quantifier does not follow a repeatable item", 3),
      ("(?:a)+?*", "quantifier does not follow a repeatable item", 8),
      ("a{2,1}", "numbers out of order in {} quantifier", nil),
      (#"\1"#, "reference to non-existent subpattern", nil),
    ] as [(String, String, Int?)])
  func `a refused expression has the reason with its position`(expression: String, reason: String, position: Int?) {
    let fault = ExpressionFault("fatal: -e option, '\(expression)': \(reason)", in: expression)
    #expect(fault.description == reason + (position.map { " (character \($0))" } ?? ""))
  }

  @Test func `a message of another form is kept, and several lines have no position`() {
    let message = "fatal: cannot use Perl-compatible regexes when not compiled with USE_LIBPCRE"
    #expect(ExpressionFault(message, in: "(").description == String(message.dropFirst(7)))
    let fault = ExpressionFault("fatal: -e option, '(b': missing closing parenthesis", in: "a\n(b")
    #expect(fault.description == "missing closing parenthesis")
  }
}
