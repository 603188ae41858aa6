import Glibc

// Build tool: `TemplateEmbedder TEMPLATE OUTPUT` writes a Swift source holding every file below TEMPLATE.

/// Says why on standard error and ends. (`stderr` is a variable that Swift 6 does not let one read.)
func fail(_ reason: String, status: Int32) -> Never {
  _ = reason.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(status)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fail("usage: TemplateEmbedder TEMPLATE OUTPUT\n", status: 2) }
do throws(EmbeddingError) {
  let files = try TemplateFolder(path: arguments[1]).files()
  try SwiftSource(files: files).write(to: arguments[2])
} catch {
  fail("error: \(error)\n", status: 1)
}
