/// Words of a command line for a shell.
package enum ShellWord {
  /// Returns a text in quotes as one word of any shell, as git does: csh expands an exclamation mark even in quotes.
  package static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "!" ? "'\\\($0)'" : String($0) }.joined() + "'"
  }

  /// Returns a text as one word of a shell, in quotes only if it needs them.
  package static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "/._-+@:,=%".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// Returns a path as one word that no command takes for an option.
  package static func path(_ text: String) -> String {
    word(text.utf8.first == UInt8(ascii: "-") ? "./" + text : text)
  }
}
