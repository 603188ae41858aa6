/// The variables of a prompt: `{{today}}`, `{{topic}}`.
package enum PromptVariables {
  /// Returns the names of the variables in a prompt, each once, in order.
  package static func names(in prompt: String) -> [String] {
    var names: [String] = []
    scan(prompt) { name, _ in
      if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
    }
    return names
  }

  /// Returns the report that a variable has no value.
  package static func missing(_ name: String) -> String { "{{\(name)}} has no value." }

  /// Returns a prompt with the values of its variables, in one pass: variables within values stay, and variables without
  /// a value stay as they are written.
  package static func resolve(_ prompt: String, _ values: [String: String]) -> String {
    var text = ""
    var start = prompt.startIndex
    scan(prompt) { name, range in
      guard let value = values[name] else { return }
      text += prompt[start..<range.lowerBound]
      text += value
      start = range.upperBound
    }
    return text + prompt[start...]
  }

  /// Calls a function with each variable and its range with the braces.
  private static func scan(_ prompt: String, _ found: (String, Range<String.Index>) -> Void) {
    let bytes = prompt.utf8
    var position = bytes.startIndex
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "{")) {
      position = bytes.index(after: open)
      guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "{") else { continue }
      var name = skipBlanks(bytes, bytes.index(after: position))
      let start = name
      while name < bytes.endIndex, isNamePart(bytes[name]) { name = bytes.index(after: name) }
      let end = name
      name = skipBlanks(bytes, name)
      guard start < end, name < bytes.endIndex, bytes[name] == UInt8(ascii: "}") else { continue }
      name = bytes.index(after: name)
      guard name < bytes.endIndex, bytes[name] == UInt8(ascii: "}") else { continue }
      position = bytes.index(after: name)
      found(String(prompt[start..<end]), open..<position)
    }
  }

  private static func skipBlanks(_ bytes: String.UTF8View, _ start: String.Index) -> String.Index {
    bytes[start...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.endIndex
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
