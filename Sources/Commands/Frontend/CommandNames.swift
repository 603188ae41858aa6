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

  /// Returns a list of commands, such as `ability`, and the word behind it that names none of them; nil if there is none.
  package static func unknownInGroup(in arguments: [String]) -> (group: String, word: String, nearest: String?)? {
    var words = arguments[...]
    while let word = words.popFirst() {
      if word == "-C" {
        _ = words.popFirst()
      } else if !word.hasPrefix("-") {
        let commands = StetCommand.configuration.groupedSubcommands.flatMap(\.subcommands)
        let group = commands.first { $0.configuration.commandName == word }
        let names = (group?.configuration.subcommands ?? []).compactMap { $0.configuration.commandName }
        guard !names.isEmpty, let next = words.first, !next.hasPrefix("-"), !names.contains(next) else { return nil }
        return (word, next, NameDistance.nearest(to: next, among: names))
      }
    }
    return nil
  }

  /// Returns the command that a word was probably meant to be; nil for none.
  package static func nearest(to word: String) -> String? { NameDistance.nearest(to: word, among: all) }
}
