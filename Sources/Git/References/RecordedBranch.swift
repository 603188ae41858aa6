package import GitObjects
internal import Glibc

/// The branch that Stet records.
enum RecordedBranch {
  /// Returns the branch in the configuration, else the one that Stet recorded last. Of the known branches that is the
  /// one at the tip, then the one with the newest reference. Nil if none is known.
  static func name(in directory: GitDirectory) throws(ObjectStoreError) -> String? {
    if let name = RepositorySettings.text("stet.branch", in: directory),
      (try? ReferenceName.check("refs/heads/" + name)) != nil
    {
      return name
    }
    let prefix = StetReference.branch
    var packed = PackedReferences()
    try packed.update(from: directory)
    func value(_ name: String) throws(ObjectStoreError) -> ObjectID? {
      try directory.text(name).flatMap { ObjectID(hex: $0) } ?? packed.entries[name]
    }
    let tip = try value(StetReference.tip)
    var known: [(atTip: Int, seconds: Int, name: String)] = []
    let loose = Set(directory.files(below: String(prefix.dropLast())))
    for name in loose.union(packed.entries.keys.filter { $0.hasPrefix(prefix) }) {
      let current = try value(name)
      known.append(
        (tip != nil && current == tip ? 1 : 0, directory.status(name).map { Int($0.st_mtim.tv_sec) } ?? 0, name))
    }
    let last = known.min { ($1.atTip, $1.seconds, $0.name) < ($0.atTip, $0.seconds, $1.name) }
    return last.map { String($0.name.dropFirst(prefix.count)) }
  }
}

extension Repository {
  /// Returns the branch in the configuration, else the one that Stet recorded last.
  package func recordedBranch() throws(ObjectStoreError) -> String? { try RecordedBranch.name(in: directory) }
}

extension GitDirectory {
  /// Returns the files below a directory of `.git`, without locks.
  func files(below start: String) -> [String] {
    var found: [String] = []
    var pending = [start]
    while let folder = pending.popLast() {
      for entry in names(in: folder) {
        let name = folder + "/" + entry
        guard let mode = status(name)?.st_mode else { continue }
        if mode & S_IFMT == S_IFDIR {
          pending.append(name)
        } else if mode & S_IFMT == S_IFREG, !name.hasSuffix(".lock") {
          found.append(name)
        }
      }
    }
    return found.sorted()
  }
}
