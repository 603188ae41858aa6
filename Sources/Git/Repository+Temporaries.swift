internal import Glibc

extension Repository {
  /// Removes the temporary files of ours that a kill or a power cut left behind, so that crashes do not fill the disk.
  ///
  /// Called after a stop that was not in order, by the holder of the process lock. A name tells the process that made
  /// it; those of processes that run stay.
  package func removeLeftTemporaries() {
    for name in directory.names(in: "stet") where name == "index-lock.new" || isLeft(name, ["index-", "lock-"]) {
      directory.remove("stet/" + name)
    }
    for folder in directory.names(in: "objects") where folder.utf8.count == 2 {
      for name in directory.names(in: "objects/" + folder) where isLeft(name, ["tmp_obj_"]) {
        directory.remove("objects/\(folder)/\(name)")
      }
    }
  }

  /// Whether a name is one that `temporaryName` made, for a process that is gone.
  private func isLeft(_ name: String, _ prefixes: [String]) -> Bool {
    guard let prefix = prefixes.first(where: { name.hasPrefix($0 + "stet-") }) else { return false }
    let parts = name.dropFirst(prefix.count + 5).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let process = Int32(parts[0]), process != getpid() else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
