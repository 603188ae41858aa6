import Foundation
import PackagePlugin

/// Turns `workspace-template/` into a Swift source of the target, so that the built program carries it along.
///
/// Folders are inputs beside the files: a folder's time changes when a file comes, and the source is made again. If
/// a file of the template was deleted, the build stops and names it as missing until `Package.swift` is touched,
/// because SwiftPM keeps this list until then.
@main
struct EmbedTemplate: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let template = context.package.directoryURL.appending(path: "workspace-template", directoryHint: .notDirectory)
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTemplate.swift")
    return [
      .buildCommand(
        displayName: "Embedding workspace-template",
        executable: try context.tool(named: "TemplateEmbedder").url,
        arguments: [template.path(percentEncoded: false), output.path(percentEncoded: false)],
        inputFiles: [template] + contents(of: template),
        outputFiles: [output])
    ]
  }

  /// Every file and folder below a folder, dotfiles included.
  private func contents(of folder: URL) -> [URL] {
    let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (walk?.compactMap { $0 as? URL } ?? []).sorted { $0.path() < $1.path() }
  }
}
