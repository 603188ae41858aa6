/// The last versions of one path, newest first. Pure.
struct PathVersions: Hashable {
  /// The greatest number of versions.
  static let most = 20

  private(set) var list: [RecentVersion]
  /// Whether versions older than the last one were dropped.
  private(set) var isCut = false

  /// Makes a list of some versions, newest first.
  init(_ list: [RecentVersion], isCut: Bool = false) {
    self.list = list
    self.isCut = isCut
  }

  /// Adds a new version. Beyond the limit, versions that were followed by another one of the same author are dropped
  /// first: a save made from the oldest version lacks the same changes without them.
  mutating func note(_ version: RecentVersion) {
    list.insert(version, at: 0)
    while list.count > Self.most {
      if let step = list.indices.dropFirst().dropLast().last(where: isStep) {
        list.remove(at: step)
      } else {
        list.removeLast()
        isCut = true
      }
    }
  }

  /// Returns the list for a name to which others moved the file: an editor of that name may have loaded it as missing.
  func moved() -> PathVersions {
    guard let newest = list.first else { return self }
    let known = list.filter { !$0.isAbsent }.map { version in
      var version = version
      version.isPlaced = true
      return version
    }
    return PathVersions(known + [.absent(at: newest.seconds)])
  }

  private func isStep(_ index: Int) -> Bool {
    let version = list[index]
    let next = list[index - 1]
    return version.isPlaced && next.isPlaced && version.origin != nil && version.origin?.author == next.origin?.author
      && version.repairs == nil
  }
}
