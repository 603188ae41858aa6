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
        if !list[step].parents.isEmpty { list[step - 1].parents = list[step].parents }
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
      version.isMoved = true
      return version
    }
    return PathVersions(known + [.absent(at: newest.seconds)], isCut: isCut)
  }

  /// Returns the places of versions from the newest to a base, each made from the next; without such a line, the two
  /// ends. If there are several, the longest is returned: its steps have the most authors.
  func line(to base: Int) -> [Int] {
    var lines: [Int: [Int]] = [base: [base]]
    for place in (0..<base).reversed() {
      let longest = origins(of: place, upTo: base).compactMap { lines[$0] }.max { $0.count < $1.count }
      if let longest { lines[place] = [place] + longest }
    }
    return lines[0] ?? [0, base]
  }

  /// Returns the newest version of the branches that a merge added to a line if they have one author; nil otherwise.
  func branch(at place: Int, into line: [Int]) -> RecentVersion? {
    var (waiting, found) = ([place], Set<Int>())
    while let next = waiting.popLast() {
      for origin in origins(of: next, upTo: line.last ?? next) where !line.contains(origin) {
        if found.insert(origin).inserted { waiting.append(origin) }
      }
    }
    let versions = found.sorted().map { list[$0] }
    guard let newest = versions.first, let author = newest.origin?.author,
      versions.allSatisfy({ $0.origin?.author == author })
    else { return nil }
    return newest
  }

  /// Returns the places of the versions that a version was made from.
  private func origins(of place: Int, upTo base: Int) -> [Int] {
    let parents = list[place].parents
    guard place < base else { return [] }
    if parents.isEmpty { return [place + 1] }
    return parents.compactMap { parent in
      list[(place + 1)...base].firstIndex { $0.isAbsent ? parent == nil : $0.blob == parent }
    }
  }

  private func isStep(_ index: Int) -> Bool {
    let version = list[index]
    let next = list[index - 1]
    return version.isPlaced && next.isPlaced && version.origin != nil && version.origin?.author == next.origin?.author
      && version.repairs == nil
  }
}
