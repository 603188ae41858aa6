package import ArgumentParser
package import GitObjects

/// The version a write is based on.
package struct TokenOption: ParsableArguments {
  @Option(
    name: .customLong("if"),
    help: ArgumentHelp(
      "Only if the file still is the version with this token (from `stet read --json`), or `absent`.",
      valueName: "token"))
  package var token: VersionToken?

  package init() {}
}

/// A version token on the command line: 40 hexadecimal digits, or `absent`.
package struct VersionToken: ExpressibleByArgument, Hashable, Sendable {
  /// The blob's id; zero for `absent`.
  package let id: ObjectID

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
