internal import ArgumentParser
internal import Values

/// The names of the program's commands, for suggestions after a mistyped one.
package enum CommandNames {
  /// All visible commands.
  static let all: [String] = {
    let configuration = StetCommand.configuration
    let commands = configuration.groupedSubcommands.flatMap(\.subcommands)
    return ["help"] + commands.compactMap { $0.configuration.commandName }
  }()

  /// Returns the first word of a command line if it names no command.
  package static func unknown(in arguments: [String]) -> String? {
    var words = arguments[...]
    while let word = words.popFirst() {
      if word == "-C" {
        _ = words.popFirst()
      } else if !word.hasPrefix("-") {
        let isHidden = StetCommand.configuration.subcommands.contains { $0.configuration.commandName == word }
        return all.contains(word) || isHidden ? nil : word
      }
    }
    return nil
  }

  /// Returns the command that a word was probably meant to be; nil for none.
  package static func nearest(to word: String) -> String? { NameDistance.nearest(to: word, among: all) }
}
