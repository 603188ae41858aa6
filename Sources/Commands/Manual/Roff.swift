/// A text in the language of man(7). Pure.
struct Roff {
  /// The text so far.
  private(set) var text = ""

  init() {}

  /// Begins the page.
  mutating func title(_ name: String, version: String) {
    line(".TH \(Self.quoted(name.uppercased())) 1 \"\" \(Self.quoted(version)) \"Stet\"")
    // Names of keys and options are not hyphenated.
    line(".nh")
    line(".ad l")
  }

  /// Begins a section.
  mutating func section(_ name: String) { line(".SH \(Self.quoted(name.uppercased()))") }

  /// Adds a line of the language.
  mutating func line(_ line: String) { text += line + "\n" }

  /// Adds a paragraph.
  mutating func paragraph(_ words: String) {
    line(".PP")
    line(Self.plain(words))
  }

  /// Adds an item with its explanation.
  mutating func item(_ name: String, _ explanation: String) {
    line(".TP")
    line(name)
    line(Self.plain(explanation.split(separator: "\n").joined(separator: " ")))
  }

  /// Adds the form of a command.
  mutating func synopsis(_ command: CommandHelp) {
    var words = ["\\fB\(Self.plain(command.words.joined(separator: " ")))\\fR"]
    for argument in command.arguments where argument.names.isEmpty {
      let name = "\\fI\(Self.plain(argument.value ?? ""))\\fR" + (argument.isRepeated ? "\\ ..." : "")
      words.append(argument.isOptional ? "[\(name)]" : name)
    }
    if command.arguments.contains(where: { !$0.names.isEmpty }) { words.append("[\\fIoptions\\fR]") }
    if command.commands.contains(where: { $0.isVisible && $0.name != "help" }) { words.append("\\fIcommand\\fR") }
    line(".PP")
    line(words.joined(separator: " "))
  }

  /// Adds the arguments and options of a command, each group under its title.
  ///
  /// - Parameter below: whether the text is below a section of its own.
  mutating func options(_ command: CommandHelp, below: Bool = false) {
    var titles: [String] = []
    func title(_ argument: CommandHelp.Argument) -> String {
      argument.group ?? (argument.names.isEmpty ? "Arguments" : "Options")
    }
    // Each command has these two: the page says so once.
    let arguments = command.arguments.filter { !below || !$0.names.contains { ["--help", "--version"].contains($0) } }
    for argument in arguments where !titles.contains(title(argument)) { titles.append(title(argument)) }
    for name in titles {
      if below { line(".SS \(Self.quoted(name))") } else { section(name) }
      for argument in arguments where title(argument) == name {
        let names = argument.names.map { "\\fB\(Self.plain($0))\\fR" }.joined(separator: ", ")
        let value = argument.value.map { "\\fI\(Self.plain($0))\\fR" }
        item([names, value ?? ""].filter { !$0.isEmpty }.joined(separator: " "), argument.text)
      }
    }
  }

  /// Adds the text about a command: paragraphs, headings in capitals, and indented lines as they are.
  ///
  /// - Parameter below: whether headings are below a section of their own.
  mutating func discussion(_ discussion: String, below: Bool = false) {
    var isExample = false
    var isNewParagraph = true
    func isIndented(_ line: Substring) -> Bool { line.hasPrefix("  ") }
    for part in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      if isExample, !isIndented(part), !part.isEmpty {
        line(".fi")
        line(".RE")
        isExample = false
        isNewParagraph = true
      }
      if part.isEmpty {
        if isExample { line("") }
        isNewParagraph = true
      } else if isIndented(part) {
        if !isExample {
          for line in [".PP", ".RS 4", ".nf"] { self.line(line) }
          isExample = true
        }
        line(Self.plain(String(part.dropFirst(2))))
      } else if Self.isHeading(part) {
        if below { line(".SS \(Self.quoted(String(part)))") } else { section(String(part)) }
        isNewParagraph = false
      } else {
        if isNewParagraph { line(".PP") }
        line(Self.plain(String(part)))
        isNewParagraph = false
      }
    }
    if isExample {
      line(".fi")
      line(".RE")
    }
  }

  /// Returns a reference to a page of the manual.
  static func reference(_ page: String) -> String { "\\fB\(plain(page))\\fR(1)" }

  /// Returns a text in which nothing has a meaning for the language.
  static func plain(_ text: String) -> String {
    var escaped = ""
    for letter in text {
      switch letter {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      default: escaped.append(letter)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  private static func quoted(_ text: String) -> String {
    "\"\(plain(text).replacing("\"", with: "\\(dq"))\""
  }

  /// Returns whether a line is a heading: words in capitals.
  private static func isHeading(_ line: Substring) -> Bool {
    line.contains(where: \.isUppercase) && line.allSatisfy { $0.isUppercase || $0 == " " || $0 == "," }
      && line.count > 2
  }
}
