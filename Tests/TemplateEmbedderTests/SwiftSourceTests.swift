import Testing

@testable import TemplateEmbedder

@Suite struct SwiftSourceTests {
  @Test(arguments: [
    (#"say "hi""#, #""say \"hi\"""#),
    ("two\nlines\n", #""two\nlines\n""#),
    (#"\(not) read"#, #""\\(not) read""#),
    ("tab\t, return\r", #""tab\u{9}, return\u{d}""#),
    ("é 🐋", #""\u{e9} \u{1f40b}""#),
    ("", #""""#),
  ])
  func `a text stands in the source as a literal that means exactly it`(text: String, literal: String) {
    let source = SwiftSource(files: [TemplateFile(path: "a", text: text, isExecutable: true)]).text
    #expect(source.contains(#"(path: "a", bytes: Array(\#(literal).utf8), executable: true),"#))
  }
}
