/// The order of the members of three lists in the merged list.
enum OrderedUnion {
  /// Returns all members of the lists, each once; the caller leaves out deleted ones.
  ///
  /// The order of the base is kept, or that of the only side that changed it. An inserted member follows the same
  /// member as in its own list. If both sides insert at one place, the two runs follow each other.
  ///
  /// - Parameter first: the side whose runs are placed first; nil orders them by bytes.
  static func order(
    base: [[UInt8]], ours: [[UInt8]], theirs: [[UInt8]], first: MergeSide? = nil
  ) -> [[UInt8]] {
    let known = Set(base)
    let common = known.intersection(ours).intersection(theirs)
    let orders = [base, ours, theirs].map { $0.filter(common.contains) }
    let skeleton: [[UInt8]]
    switch (orders[1] == orders[0], orders[2] == orders[0]) {
    case (true, true): skeleton = base
    case (false, true): skeleton = ours
    case (true, false): skeleton = theirs
    case (false, false): skeleton = precedes(theirs, ours) ? theirs : ours
    }
    let fixed = Set(skeleton)
    let ourRuns = runs(ours, fixed)
    let theirRuns = runs(theirs, fixed)
    let baseRuns = runs(base, fixed)
    var result: [[UInt8]] = []
    var seen: Set<[UInt8]> = []
    func add(_ run: [[UInt8]]) { for member in run where seen.insert(member).inserted { result.append(member) } }
    for anchor in [nil] + skeleton.map(Optional.some) {
      if let anchor { add([anchor]) }
      add(baseRuns[anchor] ?? [])
      let both = [ourRuns[anchor] ?? [], theirRuns[anchor] ?? []].map { $0.filter { !known.contains($0) } }
      let isSwapped = first.map { $0 == .theirs } ?? precedes(both[1], both[0])
      add(isSwapped ? both[1] : both[0])
      add(isSwapped ? both[0] : both[1])
    }
    return result
  }

  /// Returns the members that the skeleton lacks, by the skeleton's member before them.
  private static func runs(_ list: [[UInt8]], _ skeleton: Set<[UInt8]>) -> [[UInt8]?: [[UInt8]]] {
    var runs: [[UInt8]?: [[UInt8]]] = [:]
    var anchor: [UInt8]?
    for member in list {
      if skeleton.contains(member) { anchor = member } else { runs[anchor, default: []].append(member) }
    }
    return runs
  }

  private static func precedes(_ first: [[UInt8]], _ second: [[UInt8]]) -> Bool {
    first.lexicographicallyPrecedes(second) { $0.lexicographicallyPrecedes($1) }
  }
}
