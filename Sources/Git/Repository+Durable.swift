package import GitObjects
internal import Glibc

extension Repository {
  /// Makes durable what makes a folder a repository: HEAD, the configuration and the directories.
  ///
  /// Called when the folder was set up. What the repository holds is the recorder's to make durable.
  ///
  /// - Throws: `.failed` where the device refuses.
  package func makeFrameDurable() throws(ObjectStoreError) {
    for name in ["HEAD", "config"] {
      let descriptor = open(directory.path(name), O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw GitError.system("\(directory.path(name)) could not be synced") }
    }
    for name in ["objects", "refs/heads", "refs", "stet", ".", ".."] where directory.exists(name) {
      try directory.syncDirectory(name)
    }
  }
}
