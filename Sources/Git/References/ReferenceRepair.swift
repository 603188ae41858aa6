package import GitObjects
internal import Glibc

/// The repair of references, HEAD and logs that name nothing.
package struct ReferenceRepair {
  let repository: Repository
  private var directory: GitDirectory { repository.directory }

  /// Repairs references that name nothing: empty, zeros or garbage, as after power cuts and on failing disks. Stock git
  /// refuses to work in a repository with such a reference.
  ///
  /// A reference gets the value that the caller knows, else the last existing commit of its reflog, else the value in
  /// `packed-refs`; if there is none of these, it is deleted. git replaces these files whole, so a damaged one is not a
  /// write in progress.
  ///
  /// - Parameters:
  ///   - branch: the branch for a damaged HEAD.
  ///   - known: the values that the caller knows.
  ///   - namingLost: whether references to unreadable objects are repaired, too, as after a flipped bit; git's fetch
  ///     and gc fail beside such a reference. Passed after all attempts to restore the object. The id is saved for the
  ///     person's own references.
  /// - Returns: the repairs; empty if there was no damage.
  /// - Throws: `ObjectStoreError` if a file cannot be read or written, or git holds a lock.
  package func repair(
    branch: String, knowing known: [String: ObjectID] = [:], namingLost: Bool = false
  ) throws(ObjectStoreError) -> [RepairedReference] {
    var repaired: [RepairedReference] = []
    // A pack that was set aside since is still open in this handle and would answer for unreadable objects.
    if namingLost { try repository.refresh() }
    if let head = try Self.restoreHead(root: repository.root) { repaired.append(head) }
    // Git allows HEAD to name any reference; the user may have chosen an existing one, so it is not damage.
    if case .broken(let text) = try repository.head(), try !namesReference(text) {
      try replace("HEAD", with: "ref: refs/heads/\(branch)\n")
      repaired.append(RepairedReference(name: "HEAD", commit: nil))
    }
    if try repairPackedReferences() {
      repaired.append(RepairedReference(name: "packed-refs", commit: nil))
      for name in directory.files(below: "logs/refs/heads").map({ String($0.dropFirst(5)) })
      where !directory.exists(name) {
        guard try repository.reference(name) == nil, let last = try lastLogged(name) else { continue }
        try repository.setReference(name, to: last, expecting: nil)
        repaired.append(RepairedReference(name: name, commit: last))
      }
    }
    for name in directory.files(below: "refs") where (try? ReferenceName.check(name)) != nil {
      let isBroken = try repository.isBroken(name)
      let lost = try !isBroken && namingLost ? lost(name, branch) : nil
      guard isBroken || lost != nil else { continue }
      var value = known[name].flatMap { isCommit($0) ? $0 : nil }
      if value == nil { value = try lastLogged(name) }
      try repository.packedReferences.update(from: directory)
      try put(
        name, value ?? repository.packedReferences.entries[name].flatMap { !namingLost || isThere($0) ? $0 : nil })
      repaired.append(RepairedReference(name: name, commit: try repository.reference(name), lost: lost))
    }
    if namingLost {
      for name in repository.packedReferences.entries.keys.sorted() {
        guard let lost = try lost(name, branch) else { continue }
        var value = known[name].flatMap { isCommit($0) ? $0 : nil }
        if value == nil { value = try lastLogged(name) }
        if let value {
          try put(name, value)
        } else {
          try repository.setReference(name, to: nil, expecting: repository.reference(name))
        }
        repaired.append(RepairedReference(name: name, commit: value, lost: lost))
      }
      let own = directory.files(below: "logs/refs/stet").map { String($0.dropFirst(5)) }
      for name in ["HEAD", "refs/heads/" + branch] + own where try repairLog(name) {
        repaired.append(RepairedReference(name: "logs/" + name, commit: nil))
      }
    }
    return repaired
  }

  /// Removes lines of a reference's log that name unreadable objects, at which `git fsck` and `git gc` fail; saves the
  /// old log. Returns whether there were any.
  private func repairLog(_ name: String) throws(ObjectStoreError) -> Bool {
    guard let log = try directory.read("logs/" + name) else { return false }
    var known: [Substring: Bool] = [:]
    func isWhole(_ hex: Substring) -> Bool {
      if let isKnown = known[hex] { return isKnown }
      let isWhole = ObjectID(hex: String(hex)).map { $0 == .zero || isThere($0) } ?? false
      known[hex] = isWhole
      return isWhole
    }
    let lines = log.split(separator: UInt8(ascii: "\n"))
    let kept = lines.filter { line in
      let ids = String(decoding: line.prefix(81), as: UTF8.self).split(separator: " ")
      return ids.count == 2 && ids.allSatisfy(isWhole)
    }
    guard kept.count < lines.count else { return false }
    try repository.damagedFiles.setAside("logs/" + name)
    _ = try directory.create("logs/" + name, kept.flatMap { $0 + [UInt8(ascii: "\n")] })
    return true
  }

  /// Returns the unreadable object that a reference names; nil if it names a readable one.
  private func lost(_ name: String, _ branch: String) throws(ObjectStoreError) -> ObjectID? {
    guard let id = try repository.reference(name), isLost(id) else { return nil }
    if name.hasPrefix(StetReference.prefix) || name.hasPrefix("refs/remotes/") || name == "refs/heads/" + branch {
      return id
    }
    // An object of the person's own reference may be on a disk that is not connected.
    guard !directory.exists("objects/info/alternates") else { return nil }
    try repository.damagedFiles.keep(id, of: name)
    return id
  }

  private func isThere(_ id: ObjectID) -> Bool { (try? repository.read(id)) != nil }

  /// Returns whether an object exists nowhere; false if it could only not be read.
  private func isLost(_ id: ObjectID) -> Bool {
    do throws(ObjectStoreError) { _ = try repository.read(id) } catch {
      switch error {
      case .missing, .damaged: return true
      default: return false
      }
    }
    return false
  }

  private func isCommit(_ id: ObjectID) -> Bool { (try? repository.commit(id)) != nil }

  /// Returns the last existing commit in a reference's log; nil if there is none.
  private func lastLogged(_ name: String) throws(ObjectStoreError) -> ObjectID? {
    guard let log = try directory.read("logs/" + name) else { return nil }
    for line in log.split(separator: UInt8(ascii: "\n")).reversed().prefix(1_000) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard fields.count == 3, let id = ObjectID(hex: String(decoding: fields[1], as: UTF8.self)), isCommit(id) else {
        continue
      }
      return id
    }
    return nil
  }

  /// Replaces or deletes a reference's own file, whatever it contains.
  private func put(_ name: String, _ value: ObjectID?) throws(ObjectStoreError) {
    guard let value else { return directory.remove(name) }
    try replace(name, with: value.hex + "\n")
  }

  /// Returns whether a text of HEAD names a reference that exists.
  private func namesReference(_ head: String) throws(ObjectStoreError) -> Bool {
    guard head.hasPrefix("ref: refs/") else { return false }
    let name = String(head.dropFirst("ref: ".count))
    guard (try? ReferenceName.check(name)) != nil else { return false }
    return try repository.reference(name) != nil
  }

  /// Rewrites HEAD if it was deleted or truncated: without it the directory is not a repository to git and libgit2.
  ///
  /// It names the branch that Stet recorded last. Nil if HEAD is intact, or `.git` does not belong to a workspace.
  package static func restoreHead(root: String) throws(ObjectStoreError) -> RepairedReference? {
    let directory = GitDirectory(path: root + "/.git")
    guard directory.exists("objects"), directory.exists("stet") else { return nil }
    let content = try directory.read("HEAD")
    if content?.last == UInt8(ascii: "\n") { return nil }
    let whole = Array("ref: refs/heads/\(try RecordedBranch.name(in: directory) ?? "main")\n".utf8)
    if let content {
      // Git ends the file with a newline; a person may omit that, but writes the whole name.
      guard content.count < whole.count - 1, whole.starts(with: content) else { return nil }
      directory.remove("HEAD")
    }
    for folder in ["refs/heads", "objects/info", "objects/pack"] { try directory.makeParents(of: folder + "/x") }
    _ = try directory.create("HEAD", whole, sync: true)
    return RepairedReference(name: "HEAD", commit: nil)
  }

  private func replace(_ name: String, with text: String) throws(ObjectStoreError) {
    let fresh = repository.temporaryName("stet/repaired-")
    guard try directory.create(fresh, Array(text.utf8), sync: true) else { throw .locked(directory.path(fresh)) }
    try directory.rename(fresh, to: name)
  }

  /// Removes lines of `packed-refs` that git cannot parse; saves the old file. Returns whether there were any.
  private func repairPackedReferences() throws(ObjectStoreError) -> Bool {
    guard let content = try directory.read("packed-refs"), let repaired = PackedReferences.repaired(content) else {
      return false
    }
    var number = 1
    while directory.exists("stet/rescue/packed-refs-\(number)") { number += 1 }
    // The holder of git's lock is about to rewrite the file; the next check finds the remaining damage.
    guard try directory.create("packed-refs.lock", repaired, sync: true) else { return false }
    _ = try directory.create("stet/rescue/packed-refs-\(number)", content)
    try directory.rename("packed-refs.lock", to: "packed-refs")
    return true
  }
}

extension Repository {
  package var referenceRepair: ReferenceRepair { ReferenceRepair(repository: self) }
}

extension PackedReferences {
  /// Returns the lines that git can parse; nil if it can parse all of them.
  static func repaired(_ content: [UInt8]) -> [UInt8]? {
    var kept: [UInt8] = []
    var isBelowReference = false
    var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The text after the last newline: empty, or a truncated line.
    let cut = lines.popLast() ?? []
    for line in lines {
      let text = String(decoding: line, as: UTF8.self)
      if line.first == UInt8(ascii: "#") {
        guard kept.isEmpty, text.hasPrefix("# pack-refs with:") else { continue }
      } else if line.first == UInt8(ascii: "^") {
        guard isBelowReference, line.count == 41, ObjectID(hex: text.dropFirst()) != nil else { continue }
        isBelowReference = false
      } else {
        // Git's names are bytes: names that are not UTF-8, or that Stet would not create, are valid, too.
        let name = line.dropFirst(41)
        guard line.count > 41, ObjectID(hex: text.prefix(40)) != nil, line.dropFirst(40).first == UInt8(ascii: " "),
          name.starts(with: "refs/".utf8), name.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else {
          isBelowReference = false
          continue
        }
        isBelowReference = true
      }
      kept += line + [UInt8(ascii: "\n")]
    }
    return cut.isEmpty && kept == content ? nil : kept
  }
}
