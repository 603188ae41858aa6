internal import Glibc
internal import WorkspaceAPI

extension CommandContext {
  /// Asks on the terminal.
  ///
  /// - Parameters:
  ///   - question: the question.
  ///   - advice: the next step if there is no terminal.
  /// - Throws: `VerbError` if there is no terminal to ask on.
  func isConfirmed(_ question: String, without advice: String) throws(VerbError) -> Bool {
    guard isatty(STDIN_FILENO) == 1, !printsJSON else {
      throw VerbError(
        .failed, "Confirmation is required, but there is no terminal to ask on.", kept: "Nothing was changed.",
        next: advice)
    }
    console.printError(question + " [y/N] ")
    let answer = readLine(strippingNewline: true)?.lowercased()
    return answer == "y" || answer == "yes"
  }
}
