internal import ArgumentParser
internal import WorkspaceAPI

/// `stet merge-driver`: merges one file for stock git.
struct MergeDriverCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver", abstract: "Merge one file for git, as a workspace would.",
    discussion: """
      git calls this itself, once it is configured; no workspace and no daemon is
      needed.

        git config merge.stet.driver 'stet merge-driver %O %A %B %P %L'
        git config merge.stet-records.driver 'stet merge-driver %O %A %B %P %L'
        echo '*.md merge=stet' >> .gitattributes

      Front matter merges by key, prose by sentence, records by field. Overlapping
      changes stay between git's markers.

      Exits with 0 if both sides' changes are in the file, with 1 if they overlap or
      a file could not be read.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The version both began with (%O).") var base: String
  @Argument(help: "Our version, which the result replaces (%A).") var ours: String
  @Argument(help: "Their version (%B).") var theirs: String
  @Argument(help: "The path in the repository (%P).") var path: String
  @Argument(help: "How long git's markers are (%L).") var markerSize: Int = 7
  @OptionGroup var output: OutputOptions

  /// Writes the merged file over the person's version, as git requires; fails if a conflict is left.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let folder = context.directory == "." ? "" : context.directory + "/"
    func file(_ name: String) -> String { name.hasPrefix("/") ? name : folder + name }
    let merge = try context.engine().merge(
      FileMergeRequest(
        base: try PlainFile.read(file(base)), ours: try PlainFile.read(file(ours)),
        theirs: try PlainFile.read(file(theirs)), path: path,
        attributes: (try? PlainFile.read(file(".gitattributes"))) ?? [], markerSize: markerSize))
    try PlainFile.write(merge.bytes, to: file(ours))
    for note in merge.notes { context.console.printError("stet: " + note + "\n") }
    return merge.isClean ? .done : .failed
  }
}
