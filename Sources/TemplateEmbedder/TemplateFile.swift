/// A file of the template.
struct TemplateFile {
  /// Path below the template's folder, parts joined by `/`.
  let path: String
  /// The whole content.
  let text: String
  /// Whether its owner may run it.
  let isExecutable: Bool
}
