internal import ArgumentParser

/// The names of the program's commands, for whoever types another one.
package enum CommandNames {
  /// All of them that are shown.
  static let all: [String] = {
    let configuration = StetCommand.configuration
    let commands = configuration.groupedSubcommands.flatMap(\.subcommands)
    return ["help"] + commands.compactMap { $0.configuration.commandName }
  }()

  /// The first word of a command line, where it names no command.
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

  /// The command that a word was probably meant to be: the nearest by letters that must change, two at most.
  package static func nearest(to word: String) -> String? {
    let found = all.map { ($0, distance(Array(word.utf8), Array($0.utf8))) }.min { $0.1 < $1.1 }
    guard let found, found.1 <= (word.utf8.count < 4 ? 1 : 2) else { return nil }
    return found.0
  }

  /// How many letters must be changed, added, taken out or exchanged with the next to make one word of the other.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var rows = [Array(0...second.count)]
    for (index, letter) in first.enumerated() {
      var row = [index + 1]
      for (place, other) in second.enumerated() {
        var cost = min(rows[index][place] + (letter == other ? 0 : 1), rows[index][place + 1] + 1, row[place] + 1)
        if index > 0, place > 0, letter == second[place - 1], first[index - 1] == other {
          cost = min(cost, rows[index - 1][place - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
