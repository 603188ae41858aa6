internal import GitObjects

/// The last versions of one path, newest first. Pure.
struct PathVersions: Hashable {
  /// How many versions are kept.
  static let most = 20

  /// The versions.
  private(set) var list: [RecentVersion]
  /// Whether older versions than the last one were left out.
  private(set) var isCut = false

  /// Makes a list of some versions, newest first.
  init(_ list: [RecentVersion], isCut: Bool = false) {
    self.list = list
    self.isCut = isCut
  }

  /// Notes a new version. Of too many, those go first that only led to another of the same author: what a save made from
  /// the oldest had not seen is the same without them.
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

  private func isStep(_ index: Int) -> Bool {
    let version = list[index]
    let next = list[index - 1]
    return version.isPlaced && next.isPlaced && version.origin != nil && version.origin?.author == next.origin?.author
      && version.repairs == nil
  }
}
