internal import WorkspaceAPI
internal import Glibc

/// The folder of hooks, `.git/stet/hooks`: local to this machine, never synced.
struct HookFolder: Sendable {
  /// The folder's path.
  let path: String

  /// Makes the folder of a workspace.
  init(root: String) { path = root + "/.git/stet/hooks" }

  /// Returns the file with a hook's name; nil if there is none.
  func facts(_ name: String) -> HookFacts? {
    var folder = stat()
    var file = stat()
    guard lstat(path, &folder) == 0, lstat(path + "/" + name, &file) == 0 else { return nil }
    return HookFacts(
      isFile: file.st_mode & S_IFMT == S_IFREG && folder.st_mode & S_IFMT == S_IFDIR,
      permissions: file.st_mode & 0o7777, owner: file.st_uid, folderPermissions: folder.st_mode & 0o7777,
      folderOwner: folder.st_uid, user: geteuid())
  }

  /// Returns the findings for `stet doctor`: hooks that are not run, with the reason, and files that have the name of
  /// no hook.
  func findings() -> [DoctorFinding] {
    names().compactMap { name in
      if name.hasSuffix(".sample") || name.hasSuffix("~") || name.hasPrefix(".") { return nil }
      guard HookName(rawValue: name) != nil else {
        let known = HookName.allCases.map(\.rawValue).joined(separator: ", ")
        return DoctorFinding(
          level: "note", subject: "hook \(name)", message: "no hook has this name; there are \(known)")
      }
      guard let refusal = facts(name)?.refusal else { return nil }
      return DoctorFinding(level: "problem", subject: "hook \(name)", message: "it is not run: \(refusal)")
    }
  }

  private func names() -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
      found.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return found.filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// Creates the folder with a sample in it, unless it exists.
  func prepare() {
    // An error is ignored: a workspace works without the folder.
    guard mkdir(path, 0o700) == 0 else { return }
    let descriptor = open(path + "/conflict.sample", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
    guard descriptor >= 0 else { return }
    _ = Array(Self.sample.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  private static let sample = """
    #!/bin/sh
    # A hook of Stet. Without '.sample' at the end of its name it is run when only one of two versions of a text could
    # be kept; called 'question', when you must decide something else; called 'settled', when either is decided; called
    # 'paused', when saves are not recorded until you act. Copy it to each name that you want.
    #
    # It reads the event as one JSON document. STET_EVENT, STET_ID, STET_KIND, STET_PATH, STET_MESSAGE and STET_ROOT say
    # the same; STET_PROGRAM is stet itself. It is ended after 30 seconds ('git config stet.hookTimeout' says otherwise).

    notify-send "Stet: $STET_EVENT" "$STET_MESSAGE"

    # "$STET_PROGRAM" -C "$STET_ROOT" resolve "$STET_ID" --keep current

    """
}
