internal import GitProcess
internal import Processes

/// The git-lfs filter, through which the person's git handles large files as the recorded pointers.
///
/// `.gitattributes` names the filter. If git's configuration does not define it, `git commit -a` commits the whole
/// content.
struct LargeFilter: Sendable {
  /// Runs git in the workspace.
  let git: GitReader

  /// The message for the person if git-lfs is missing.
  static let notInstalled =
    "git-lfs is not installed: 'git status' shows large files as modified, and 'git commit -a' commits their whole "
    + "content; install it ('sudo apt install git-lfs'), then 'stet stop' and 'stet start'"

  /// The key that shows that the filter is configured.
  private static let marker = "filter.lfs.clean"

  /// The lines of configuration from `git lfs install`; the marker is written last, so that it shows that all exist.
  private static let settings = [
    ("filter.lfs.smudge", "git-lfs smudge -- %f"), ("filter.lfs.process", "git-lfs filter-process"),
    ("filter.lfs.required", "true"), (marker, "git-lfs clean -- %f"),
  ]

  /// Whether git-lfs is installed.
  var isInstalled: Bool { ProgramSearch.find("git-lfs", path: git.environment["PATH"]) != nil }

  /// Writes the filter into the repository's configuration if git-lfs is installed and neither that configuration nor
  /// the person's own defines it.
  ///
  /// The system's configuration does not count, since it can be disabled for a single command. The caller holds the
  /// folder's lock and has checked the configuration for damage. After an error the next start tries again.
  func provide() async {
    guard isInstalled, await !has("--local"), await !has("--global") else { return }
    for (name, value) in Self.settings {
      guard (try? await git.run(["config", "--local", name, value])) != nil else { return }
    }
  }

  /// Returns the reason why git does not handle large files correctly, for people; nil for none.
  ///
  /// - Parameter hasLarge: whether the folder has large files.
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
