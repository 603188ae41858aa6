import Glibc

/// The source that is generated.
///
/// Contents are string literals, not arrays of numbers: the compiler takes those for plain data, where an array literal
/// of bytes would be type-checked element by element.
struct SwiftSource {
  /// The files, in their order.
  let files: [TemplateFile]

  /// The whole text.
  var text: String {
    var text = """
      // Made from workspace-template/ by TemplateEmbedder with every build.

      /// The workspace template, as it was when the program was built.
      package enum EmbeddedTemplate {
        /// Its files by path: content, and whether it may be run.
        package static let files: [(path: String, bytes: [UInt8], executable: Bool)] = [

      """
    for file in files {
      let path = literal(file.path)
      text += "    (path: \(path), bytes: Array(\(literal(file.text)).utf8), executable: \(file.isExecutable)),\n"
    }
    return text + "  ]\n}\n"
  }

  /// Writes it, unless the file has this text: with a new time it would be compiled again, and all that depends on it.
  ///
  /// - Throws: `EmbeddingError.system`.
  func write(to path: String) throws(EmbeddingError) {
    if (try? TemplateFolder.text(of: path)) == text { return }
    guard let file = fopen(path, "w") else { throw .system(path: path, code: errno) }
    let written = fputs(text, file)
    guard fclose(file) == 0, written >= 0 else { throw .system(path: path, code: errno) }
  }

  /// A Swift string literal for a text; everything but printable ASCII is written as its code point.
  private func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": literal += "\\n"
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case " "..."~": literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }
}
