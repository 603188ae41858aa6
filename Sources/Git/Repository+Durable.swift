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

  /// Makes HEAD name the branch again where a power cut left it empty or full of zeros; git would not even take the
  /// directory for a repository.
  ///
  /// - Throws: `.failed` where it cannot be read or written.
  package func mendHead(branch: String) throws(ObjectStoreError) {
    guard let bytes = try directory.read("HEAD"), bytes.allSatisfy({ $0 == 0 }) else { return }
    let fresh = temporaryName("stet/head-")
    guard try directory.create(fresh, Array("ref: refs/heads/\(branch)\n".utf8), sync: true) else { return }
    try directory.rename(fresh, to: "HEAD")
  }
}
