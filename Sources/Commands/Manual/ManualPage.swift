internal import ArgumentParser
internal import Values

/// A page of the manual in the language of man(7), from the same texts as the help. Pure.
package struct ManualPage: Hashable, Sendable {
  /// The page's name: `stet`, `stet-query`.
  package let name: String
  package let text: String

  /// All pages: one for the program, and one for each visible command.
  package static let all: [ManualPage] = {
    let help = JSONValue(line: Array(StetCommand._dumpHelp().utf8))?["command"]
    guard let command = help.map({ CommandHelp($0) }) else { return [] }
    let visible = command.commands.filter { $0.isVisible && $0.name != "help" }
    return [program(command, visible)] + visible.map(page)
  }()

  private static func program(_ command: CommandHelp, _ visible: [CommandHelp]) -> ManualPage {
    var roff = head(command)
    for group in StetCommand.configuration.groupedSubcommands {
      roff.section("\(group.name) commands")
      for type in group.subcommands {
        guard let part = visible.first(where: { $0.name == type.configuration.commandName }) else { continue }
        roff.item(Roff.reference(pageName(part)), part.abstract)
      }
    }
    roff.options(command)
    return ManualPage(name: pageName(command), text: roff.text)
  }

  private static func page(_ command: CommandHelp) -> ManualPage {
    var roff = head(command)
    roff.options(command)
    for part in command.commands where part.isVisible && part.name != "help" {
      roff.section(part.words.joined(separator: " "))
      roff.paragraph(part.abstract)
      roff.synopsis(part)
      roff.discussion(part.discussion, below: true)
      roff.options(part, below: true)
    }
    roff.section("See also")
    roff.line(Roff.reference("stet"))
    return ManualPage(name: pageName(command), text: roff.text)
  }

  private static func head(_ command: CommandHelp) -> Roff {
    var roff = Roff()
    roff.title(pageName(command), version: "stet \(StetProgram.version)")
    roff.section("Name")
    roff.line(Roff.plain(pageName(command)) + " \\- " + Roff.plain(command.abstract))
    roff.section("Synopsis")
    roff.synopsis(command)
    roff.section("Description")
    roff.discussion(command.discussion.isEmpty ? command.abstract : command.discussion)
    return roff
  }

  private static func pageName(_ command: CommandHelp) -> String { command.words.joined(separator: "-") }
}

/// The help of a command, as the argument parser describes it.
struct CommandHelp {
  /// The help of an option or argument.
  struct Argument {
    /// The names with dashes; empty for an argument.
    let names: [String]
    /// The name of the value; nil for a flag.
    let value: String?
    /// The help with the default value and the possible values.
    let text: String
    /// The title of its group; nil for none.
    let group: String?
    /// Whether it can be left out, or given several times.
    let isOptional: Bool
    let isRepeated: Bool
  }

  /// The words that call the command.
  let words: [String]
  /// The command's name.
  let name: String
  /// The sentence about it, without the stop.
  let abstract: String
  /// The text about it.
  let discussion: String
  /// Whether the help lists the command.
  let isVisible: Bool
  /// The visible options and arguments.
  let arguments: [Argument]
  /// The commands below it.
  let commands: [CommandHelp]

  /// Takes a command of the parser's description.
  init(_ help: JSONValue) {
    name = help["commandName"]?.text ?? ""
    words = (help["superCommands"]?.elements ?? []).compactMap(\.text) + [name]
    let sentence = help["abstract"]?.text ?? ""
    abstract = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    discussion = help["discussion"]?.text ?? ""
    isVisible = help["shouldDisplay"]?.truth ?? true
    arguments = (help["arguments"]?.elements ?? []).filter { $0["shouldDisplay"]?.truth != false }.map(Argument.init)
    commands = (help["subcommands"]?.elements ?? []).map(CommandHelp.init)
  }
}

extension CommandHelp.Argument {
  fileprivate init(_ help: JSONValue) {
    let isNamed = help["kind"]?.text != "positional"
    names =
      !isNamed
      ? []
      : (help["names"]?.elements ?? []).compactMap { name in
        name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
      }
    value = help["kind"]?.text == "flag" ? nil : help["valueName"]?.text ?? "value"
    var sentences = [help["abstract"]?.text, help["discussion"]?.text].compactMap(\.self)
    let values = (help["allValueStrings"]?.elements ?? []).compactMap(\.text)
    if !values.isEmpty, value != nil { sentences.append("One of: \(values.joined(separator: ", ")).") }
    if let usual = help["defaultValue"]?.text, value != nil { sentences.append("The default is \(usual).") }
    text = sentences.joined(separator: " ")
    group = help["sectionTitle"]?.text
    isOptional = help["isOptional"]?.truth ?? false
    isRepeated = help["isRepeating"]?.truth ?? false
  }
}
