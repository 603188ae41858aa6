package import ArgumentParser
package import GitObjects

/// The base version of a write.
package struct TokenOption: ParsableArguments {
  /// The version; nil if none is named.
  @Option(
    name: .customLong("if"),
    help: ArgumentHelp(
      "Only if the file still is the version with this token (from `stet read --json`), or `absent`.",
      valueName: "token"))
  package var token: VersionToken?

  /// Creates a value whose properties the parser sets.
  package init() {}
}

/// A version token on the command line: 40 hexadecimal digits, or `absent`.
package struct VersionToken: ExpressibleByArgument, Hashable, Sendable {
  /// The blob's id; zero for `absent`.
  package let id: ObjectID

  /// Reads a token; nil if the text is none.
  package init?(argument: String) {
    if argument == "absent" {
      id = .zero
    } else if let id = ObjectID(hex: argument) {
      self.id = id
    } else {
      return nil
    }
  }
}

/// The options for a command's output.
package struct OutputOptions: ParsableArguments {
  /// Whether the command prints JSON.
  @Flag(help: "Print JSON for programs.")
  package var json = false

  /// Creates a value whose properties the parser sets.
  package init() {}
}
