internal import ArgumentParser

/// The options for a command's output.
package struct OutputOptions: ParsableArguments {
  /// Whether the command prints JSON.
  @Flag(help: "Print JSON for programs.")
  package var json = false

  /// Creates a value whose properties the parser sets.
  package init() {}
}
