package import ArgumentParser
package import GitObjects

/// The version a write is based on.
package struct TokenOption: ParsableArguments {
  /// The version; nil where none is named.
  @Option(
    name: .customLong("if"),
    help: ArgumentHelp(
      "Only if the file still is the version with this token (from `stet read --json`), or `absent`.",
      valueName: "token"))
  package var token: VersionToken?

  /// Makes one whose values the parser fills in.
  package init() {}
}

/// A version token on the command line: 40 hexadecimal digits, or `absent`.
package struct VersionToken: ExpressibleByArgument, Hashable, Sendable {
  /// The blob's id; zero for `absent`.
  package let id: ObjectID

  /// Reads one; nil for what is no token.
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
