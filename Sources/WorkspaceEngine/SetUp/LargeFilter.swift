internal import GitObjects
internal import Sync

/// The filter by which the person's git sees large files as the pointers that are recorded.
///
/// `.gitattributes` names it, and where git's configuration does not, `git commit -a` commits the whole content.
struct LargeFilter: Sendable {
  /// The workspace's git.
  let git: GitReader

  /// What a person is told where git-lfs is missing.
  static let notInstalled =
    "git-lfs is not installed: 'git status' shows large files as modified, and 'git commit -a' commits their whole "
    + "content; install it ('sudo apt install git-lfs'), then 'stet stop' and 'stet start'"

  /// The key whose presence says that the filter is configured.
  private static let marker = "filter.lfs.clean"

  /// The lines of configuration, as `git lfs install` writes them; the marker last, so that it stands for all of them.
  private static let settings = [
    ("filter.lfs.smudge", "git-lfs smudge -- %f"), ("filter.lfs.process", "git-lfs filter-process"),
    ("filter.lfs.required", "true"), (marker, "git-lfs clean -- %f"),
  ]

  /// Whether git-lfs can be run.
  var isInstalled: Bool { ProgramSearch.find("git-lfs", path: git.environment["PATH"]) != nil }

  /// Writes the filter into the repository's configuration where git-lfs is installed, and neither that configuration nor
  /// the person's own has it. What the machine's has does not count: it can be turned off for a single command.
  ///
  /// It requires the folder's lock and a configuration that was checked for damage. What fails is tried again with the
  /// next start.
  func provide() async {
    guard isInstalled, await !has("--local"), await !has("--global") else { return }
    for (name, value) in Self.settings {
      guard (try? await git.run(["config", "--local", name, value])) != nil else { return }
    }
  }

  /// What keeps git from treating large files right, for people; nil for nothing.
  ///
  /// - Parameter hasLarge: whether the folder has any.
  func lack(hasLarge: Bool) async -> String? {
    if !isInstalled { return Self.notInstalled }
    guard hasLarge, (try? await git.run(["config", "--get", Self.marker]))?.count ?? 0 <= 1 else { return nil }
    return "there are large files, and git has no lfs filter: 'git status' shows them as modified, and 'git commit -a' "
      + "commits their whole content; run 'git lfs install', or 'stet stop' and 'stet start'"
  }

  private func has(_ scope: String) async -> Bool {
    (try? await git.run(["config", scope, "--get", Self.marker])) != nil
  }
}
