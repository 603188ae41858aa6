internal import FolderKeeping
internal import WorkspaceAPI
internal import FileSystem
internal import FoundationEssentials
internal import Git
internal import GitObjects
internal import Glibc

/// The content of a folder before it becomes a workspace, with the files that are added.
struct FolderPreparation: Sendable {
  /// Whether the folder had no repository.
  var isNew: Bool
  /// Notes for the person: special handling of the repository, added files, and other programs that sync the folder.
  var notes: [String]

  /// Creates folder and repository if they are missing, adds the template to an empty folder, and checks an existing
  /// repository.
  ///
  /// - Parameters:
  ///   - addsTemplate: whether the template's missing files are also added to a folder that is not empty.
  ///   - branch: the branch of a new repository.
  ///   - excludes: whether a folder without `.gitignore` gets the standard exclusions for this machine.
  /// - Throws: `VerbError`: `.refused` if the repository has features that Stet cannot preserve.
  static func prepare(
    _ settings: WorkspaceSettings, useTemplate: Bool, addsTemplate: Bool = false, branch: String,
    excludes: Bool = false
  ) throws(VerbError) -> FolderPreparation {
    let root = settings.root
    try requireNoGitDirectory(around: root)
    do {
      try makeFolder(root)
      let tree = try DiskTree(root: root)
      let names = try tree.entries(of: .root).map(\.name)
      if names.contains(".git") {
        try RecorderOpening.requireOneMount(tree)
        let notes =
          try check(root) + (addsTemplate ? TemplateFiles.add(to: tree) : [])
          + (excludes ? StandardExclusions.add(to: tree) : [])
        return FolderPreparation(
          isNew: false, notes: notes + surroundings(of: root) + missing(in: names, useTemplate && !addsTemplate))
      }
      try NewRepository.create(root: root, branch: branch)
      let kept = addsTemplate || names.isEmpty && useTemplate ? try TemplateFiles.add(to: tree) : []
      let lacks = names.isEmpty || addsTemplate ? [] : missing(in: names, useTemplate)
      let excluded = excludes ? try StandardExclusions.add(to: tree) : []
      return FolderPreparation(
        isNew: true, notes: kept + surroundings(of: root) + lacks + (names.isEmpty ? [] : excluded))
    } catch { throw VerbError(any: error, otherwise: "\(root) could not be prepared") }
  }

  /// Checks that a new workspace is neither a bare repository nor a `.git` folder, nor inside one.
  ///
  /// - Throws: `VerbError`: `.refused` with the git directory.
  private static func requireNoGitDirectory(around root: String) throws(VerbError) {
    guard access(root + "/.git", F_OK) != 0 else { return }
    var folder = root[...]
    while !folder.isEmpty {
      if ["HEAD", "objects", "refs"].allSatisfy({ access("\(folder)/\($0)", F_OK) == 0 }) {
        let place = folder == root ? "is" : "is inside \(folder),"
        let isBare = !folder.hasSuffix("/.git")
        throw VerbError(
          .refused,
          "\(root) \(place) \(isBare ? "a bare git repository" : "a git directory"): it has no documents, only what git "
            + "keeps of them.",
          kept: "Nothing was changed.",
          next: isBare ? "Make a workspace from it: 'stet clone \(folder) DIR'." : "Name another folder.")
      }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
  }

  /// Checks the repository and the commit of a clone before the checkout.
  ///
  /// - Returns: a note about files of the commit that no folder can contain; git then refuses to check out any file.
  ///   The result is empty if there are none.
  /// - Throws: `VerbError`: `.refused` if it has features that Stet cannot preserve.
  static func requireFit(_ root: String) throws(VerbError) -> [String] {
    // A repository of an unsupported form cannot be opened.
    _ = try check(root)
    var notes: [String] = []
    let attributes: [RepositoryFacts.File]
    do throws(ObjectStoreError) {
      let repository = try Repository(root: root)
      guard case .branch(_, let commit) = try repository.head() else { return [] }
      var cleaning = TreeCleaning()
      let tree = try repository.commit(commit).tree
      let (clean, left) = try cleaning.clean(tree, in: repository)
      if clean != tree {
        let first = left.first.map { ", such as \($0)" } ?? ""
        notes.append(
          "git cannot put these files into a folder\(first); the first exchange brings all files that a folder can hold"
        )
      }
      attributes = try attributeFiles(of: clean, in: repository)
    } catch { throw VerbError(error) }
    _ = try check(root, attributes: attributes)
    return notes
  }

  /// Returns the attribute files in all folders of a tree.
  private static func attributeFiles(
    of tree: ObjectID, in repository: Repository
  ) throws(ObjectStoreError) -> [RepositoryFacts.File] {
    var found: [RepositoryFacts.File] = []
    for (path, entry) in try Tree.flatten(tree, in: repository)
    where entry.name == ".gitattributes" && [.file, .executable].contains(entry.mode) {
      // git ignores larger ones, too.
      guard let content = try repository.blob(entry.id, ofAtMost: 100 << 20) else { continue }
      found.append(RepositoryFacts.File(path: path, text: String(decoding: content, as: UTF8.self)))
    }
    return found
  }

  private static func makeFolder(_ root: String) throws(VerbError) {
    var path = ""
    for part in root.split(separator: "/") {
      path += "/" + part
      guard mkdir(path, 0o777) != 0, errno != EEXIST, errno != EISDIR else { continue }
      throw VerbError(.failed, "\(path) could not be made: \(String(cString: strerror(errno)))")
    }
  }

  /// Deletes the result of a clone before its checkout: the repository, and the folder if it was created.
  static func takeBack(_ root: String, _ name: String = ".git", isNewFolder: Bool) {
    // Other files beside the repository are kept, and then the folder too.
    try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
    if isNewFolder { rmdir(root) }
  }

  private static func check(_ root: String, attributes: [RepositoryFacts.File] = []) throws(VerbError) -> [String] {
    let findings: [Finding]
    do throws(ObjectStoreError) {
      var facts = try RepositoryFacts(root: root)
      facts.attributes += attributes
      findings = RepositoryCheck.findings(facts)
    } catch { throw VerbError(error) }
    try requireNone(findings.filter { $0.verdict == .refused }, in: root)
    return findings.map(\.description)
  }

  /// Checks that a folder has no refused findings.
  ///
  /// - Throws: `VerbError`: `.refused` with all of them.
  static func requireNone(_ refused: [Finding], in root: String) throws(VerbError) {
    guard !refused.isEmpty else { return }
    throw VerbError(
      .refused, "\(root) cannot become a workspace:\n" + refused.map { "  \($0)" }.joined(separator: "\n"),
      kept: "Nothing was changed.", next: "Take that out, or use another folder.")
  }

  /// Returns a note about missing files for agents in an existing folder.
  private static func missing(in names: [String], _ isWanted: Bool) -> [String] {
    guard isWanted, !names.contains("AGENTS.md"), !names.contains(".stet") else { return [] }
    return ["there is no AGENTS.md and no policy for agents; 'stet init --template' adds what the template has"]
  }

  /// Returns notes about a workspace around a new one, and about other programs that sync the folder.
  private static func surroundings(of root: String) -> [String] {
    var folder = root[...]
    let isNew = access(root + "/.git/stet", F_OK) != 0
    let signs = [".stfolder": "Syncthing", ".dropbox": "Dropbox", ".dropbox.cache": "Dropbox", ".sync": "Resilio Sync"]
    while !folder.isEmpty {
      if isNew, folder != root, access("\(folder)/.git/stet", F_OK) == 0 {
        return ["\(folder) is a workspace, which does not record \(root) any more"]
      }
      for (name, program) in signs.sorted(by: { $0.key < $1.key }) where access("\(folder)/\(name)", F_OK) == 0 {
        return [
          "\(folder) is synced by \(program): two programs that sync one folder disagree; take this one out of it"
        ]
      }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
    return []
  }
}
