internal import ArgumentParser

/// How a command prints.
package struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON for programs.")
  package var json = false

  package init() {}
}
