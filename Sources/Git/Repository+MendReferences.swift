package import GitObjects
internal import Glibc

extension Repository {
  /// Mends references that name nothing: empty, zeros or garbage, as power cuts and failing disks leave them. Stock git
  /// does nothing at all with a repository that has one.
  ///
  /// A reference gets what the caller knows of it, else what its reflog says last of a commit that is there, else what
  /// `packed-refs` has; where nobody knows, it goes. git replaces these files whole, so that a damaged one is nobody's
  /// work of this moment.
  ///
  /// - Parameters:
  ///   - branch: what a damaged HEAD names again.
  ///   - known: where references stood, as the caller knows.
  /// - Returns: what was mended; empty where all was well.
  /// - Throws: `ObjectStoreError` where a file cannot be read or written, or git holds a lock.
  package func mendReferences(
    branch: String, knowing known: [String: ObjectID] = [:]
  ) throws(ObjectStoreError) -> [MendedReference] {
    var mended: [MendedReference] = []
    // Git allows HEAD to name any reference; such a one is its user's choice and no damage.
    if case .broken(let text) = try head(), !text.hasPrefix("ref: refs/") {
      try replace("HEAD", with: "ref: refs/heads/\(branch)\n")
      mended.append(MendedReference(name: "HEAD", commit: nil))
    }
    if try mendPackedReferences() {
      mended.append(MendedReference(name: "packed-refs", commit: nil))
      for name in files(below: "logs/refs/heads").map({ String($0.dropFirst(5)) }) where !directory.exists(name) {
        guard try reference(name) == nil, let last = try lastLogged(name) else { continue }
        try setReference(name, to: last, expecting: nil)
        mended.append(MendedReference(name: name, commit: last))
      }
    }
    for name in files(below: "refs") where (try? ReferenceName.check(name)) != nil {
      guard try isBroken(name) else { continue }
      var value = known[name].flatMap { isCommit($0) ? $0 : nil }
      if value == nil { value = try lastLogged(name) }
      try packedReferences.update(from: directory)
      try put(name, value ?? packedReferences.entries[name])
      mended.append(MendedReference(name: name, commit: try reference(name)))
    }
    return mended
  }

  private func isCommit(_ id: ObjectID) -> Bool { (try? commit(id)) != nil }

  /// The last commit that a reference's log names and that is there; nil for none.
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

  /// Files below a directory of `.git`, locks left out.
  private func files(below start: String) -> [String] {
    var found: [String] = []
    var pending = [start]
    while let folder = pending.popLast() {
      for entry in directory.names(in: folder) {
        let name = folder + "/" + entry
        guard let mode = directory.status(name)?.st_mode else { continue }
        if mode & S_IFMT == S_IFDIR {
          pending.append(name)
        } else if mode & S_IFMT == S_IFREG, !name.hasSuffix(".lock") {
          found.append(name)
        }
      }
    }
    return found.sorted()
  }

  /// Puts a value into a reference's own file, or takes the file away, whatever it holds.
  private func put(_ name: String, _ value: ObjectID?) throws(ObjectStoreError) {
    guard let value else { return directory.remove(name) }
    try replace(name, with: value.hex + "\n")
  }

  private func replace(_ name: String, with text: String) throws(ObjectStoreError) {
    let fresh = temporaryName("stet/mended-")
    guard try directory.create(fresh, Array(text.utf8), sync: true) else { throw .locked(directory.path(fresh)) }
    try directory.rename(fresh, to: name)
  }

  /// Takes lines out of `packed-refs` that git cannot read; the file as it was is kept. Whether there were any.
  private func mendPackedReferences() throws(ObjectStoreError) -> Bool {
    guard let content = try directory.read("packed-refs"), let mended = PackedReferences.mended(content) else {
      return false
    }
    var number = 1
    while directory.exists("stet/rescue/packed-refs-\(number)") { number += 1 }
    // Who holds git's lock is about to write the file anew; the next look finds what is left to do.
    guard try directory.create("packed-refs.lock", mended, sync: true) else { return false }
    _ = try directory.create("stet/rescue/packed-refs-\(number)", content)
    try directory.rename("packed-refs.lock", to: "packed-refs")
    return true
  }
}

extension PackedReferences {
  /// The lines that git can read; nil where it can read all of them.
  static func mended(_ content: [UInt8]) -> [UInt8]? {
    var kept: [UInt8] = []
    var isBelowReference = false
    var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What comes behind the last line's end: nothing, or a line that was cut.
    let cut = lines.popLast() ?? []
    for line in lines {
      let text = String(decoding: line, as: UTF8.self)
      if line.first == UInt8(ascii: "#") {
        guard kept.isEmpty, text.hasPrefix("# pack-refs with:") else { continue }
      } else if line.first == UInt8(ascii: "^") {
        guard isBelowReference, line.count == 41, ObjectID(hex: text.dropFirst()) != nil else { continue }
        isBelowReference = false
      } else {
        // Git's names are bytes: one that is no UTF-8, or of a kind that Stet makes none of, is a name all the same.
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
