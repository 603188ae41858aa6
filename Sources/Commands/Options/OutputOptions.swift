internal import ArgumentParser

/// How a command prints.
package struct OutputOptions: ParsableArguments {
  /// Whether it prints JSON.
  @Flag(help: "Print JSON for programs.")
  package var json = false

  /// Makes one whose values the parser fills in.
  package init() {}
}
