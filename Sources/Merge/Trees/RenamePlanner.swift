internal import GitObjects

/// Decides the result of the renames of both sides.
struct RenamePlanner {
  /// The base's tree; nil for the empty one.
  let base: ObjectID?
  let ours: SideVersion
  let theirs: SideVersion
  /// The renames of our side since the base.
  let ourRenames: SideRenames
  /// The renames of their side since the base.
  let theirRenames: SideRenames
  let store: any ObjectStore
  let reader: TreeReader
  private var plan = RenamePlan()
  /// New files whose place is decided with the file that they were renamed from.
  private var settled: [MergeSide: Set<NameKey>] = [:]

  /// Creates a planner for one merge.
  init(
    base: ObjectID?, ours: SideVersion, theirs: SideVersion, renames: (ours: SideRenames, theirs: SideRenames),
    store: any ObjectStore, reader: TreeReader
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    ourRenames = renames.ours
    theirRenames = renames.theirs
    self.store = store
    self.reader = reader
  }

  /// Returns the plan.
  mutating func make() throws(ObjectStoreError) -> RenamePlan {
    let sources = Set(ourRenames.files.keys).union(theirRenames.files.keys)
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    var names: [NameKey: MergeSide] = [:]
    for source in sources {
      let path = String(source.text)
      guard let before = try reader.entry(at: path, of: base) else { continue }
      switch (ourRenames.files[source], theirRenames.files[source]) {
      case (let our?, let their?): try both(path, before, our, their, &names)
      case (let to?, nil): try one(path, before, to, by: .ours)
      case (nil, let to?): try one(path, before, to, by: .theirs)
      case (nil, nil): break
      }
    }
    for side in MergeSide.allCases { try follow(additionsOf: side) }
    try keepPossible()
    return plan
  }

  /// Plans a file that one side renamed and the other kept in its place or deleted.
  private mutating func one(
    _ path: String, _ before: TreeEntry, _ to: String, by renamer: MergeSide
  ) throws(ObjectStoreError) {
    let editor = renamer.opposite
    guard let renamed = try reader.entry(at: to, of: self[renamer].tree) else { return }
    let entry = try reader.entry(at: path, of: self[editor].tree)
    let goal = try landing(of: to, by: renamer)
    guard let entry, entry.mode != .tree else {
      if entry == nil { try deleted(path, before, at: to, renamed, by: renamer) }
      return
    }
    guard entry != before, entry.mode.isFile == before.mode.isFile, entry.mode != .gitlink else { return }
    var step = RenamePlan.Step(goal: goal, histories: [renamer: [path, to], editor: [path]])
    step.moves.append(RenamePlan.Move(tree: .base, from: path, to: goal, entry: before))
    step.moves.append(RenamePlan.Move(tree: .side(editor), from: path, to: goal, entry: entry))
    if !goal.hasSameBytes(as: to) {
      step.moves.append(RenamePlan.Move(tree: .side(renamer), from: to, to: goal, entry: renamed))
      settled[renamer, default: []].insert(NameKey(to))
    }
    plan.steps.append(step)
  }

  /// Plans a file that one side renamed and the other deleted: a rename counts as an edit.
  private mutating func deleted(
    _ path: String, _ before: TreeEntry, at to: String, _ renamed: TreeEntry, by renamer: MergeSide
  ) throws(ObjectStoreError) {
    // A new path that another file had is decided with that file.
    guard try reader.entry(at: to, of: base) == nil, try reader.entry(at: to, of: self[renamer.opposite].tree) == nil
    else { return }
    let edit = self[renamer].precedence(path).strongest(self[renamer].precedence(to)).rank
    let deletion = self[renamer.opposite].precedence(path).rank
    guard edit <= deletion else { return }
    let stays = edit == deletion
    plan.conflicts.append(
      Conflict(
        path: to, reason: .deletion, base: before.id, kept: stays ? renamed.id : nil, other: stays ? nil : renamed.id,
        store: store))
    settled[renamer, default: []].insert(NameKey(to))
    if !stays { plan.dropped.append((renamer, to)) }
  }

  /// Plans a file that both sides renamed.
  private mutating func both(
    _ path: String, _ before: TreeEntry, _ our: String, _ their: String, _ names: inout [NameKey: MergeSide]
  ) throws(ObjectStoreError) {
    guard let ourEntry = try reader.entry(at: our, of: ours.tree),
      let theirEntry = try reader.entry(at: their, of: theirs.tree)
    else { return }
    let goal: String
    var conflict: Conflict?
    if our.hasSameBytes(as: their) {
      // The file is merged over its base version, not as two new files.
      goal = our
    } else {
      let targets: [MergeSide: String] = [.ours: our, .theirs: their]
      let moved = try [
        MergeSide.ours: landing(of: our, by: .ours), .theirs: landing(of: their, by: .theirs),
      ]
      // A side that renamed only the folder leaves the choice of the name to the other.
      let onlyFolder = MergeSide.allCases.filter { side in
        self.renames(side).target(of: path).map { $0.hasSameBytes(as: targets[side] ?? "") } ?? false
      }
      if onlyFolder.count == 1, let side = onlyFolder.first, let name = moved[side.opposite] {
        goal = name
      } else {
        let winner = name(of: path, our, their, &names)
        goal = targets[winner] ?? our
        let (losing, entry) = winner == .ours ? (their, theirEntry) : (our, ourEntry)
        conflict = Conflict(
          path: losing, reason: .name, base: before.id, kept: nil, other: entry.id, store: store)
      }
    }
    var step = RenamePlan.Step(
      conflict: conflict, goal: goal, histories: [.ours: [path, our], .theirs: [path, their]])
    step.moves.append(RenamePlan.Move(tree: .base, from: path, to: goal, entry: before))
    for (side, to, entry) in [(MergeSide.ours, our, ourEntry), (.theirs, their, theirEntry)] {
      settled[side, default: []].insert(NameKey(to))
      if !to.hasSameBytes(as: goal) {
        step.moves.append(RenamePlan.Move(tree: .side(side), from: to, to: goal, entry: entry))
      }
    }
    plan.steps.append(step)
  }

  /// Returns the side whose name is kept: the higher rank, else the later change, else the lesser path. Files of one
  /// folder that the sides moved to two folders are decided together.
  private func name(
    of path: String, _ our: String, _ their: String, _ names: inout [NameKey: MergeSide]
  ) -> MergeSide {
    let isFolder =
      PathText.name(path).hasSameBytes(as: PathText.name(our))
      && PathText.name(our).hasSameBytes(as: PathText.name(their))
    let key = [path, our, their].map { isFolder ? PathText.folder($0) : $0 }.joined(separator: "\0")
    if let known = names[NameKey(key)] { return known }
    let mine = ours.precedence(path).strongest(ours.precedence(our))
    let others = theirs.precedence(path).strongest(theirs.precedence(their))
    let winner: MergeSide
    if mine.rank != others.rank {
      winner = mine.rank > others.rank ? .ours : .theirs
    } else if let time = mine.time, let other = others.time, time != other {
      winner = time > other ? .ours : .theirs
    } else {
      winner = PathText.precedes(our, their) ? .ours : .theirs
    }
    names[NameKey(key)] = winner
    return winner
  }

  /// Returns the path of a side's new file after the other side's folder renames.
  private func landing(of path: String, by side: MergeSide) throws(ObjectStoreError) -> String {
    guard try reader.entry(at: path, of: base) == nil else { return path }
    let others = renames(side.opposite)
    guard let target = others.target(of: path) else { return path }
    // Each side keeps its own path if both renamed the folder, or one moved it below a folder that the other moved.
    for folder in PathText.folders(above: path) where others.folders[NameKey(folder)] != nil {
      if renames(side).folders[NameKey(folder)] != nil { return path }
    }
    if renames(side).target(of: target) != nil { return path }
    // The target is already taken on the other side.
    if try reader.entry(at: target, of: self[side.opposite].tree) != nil { return path }
    return target
  }

  /// Moves a side's new files along with the folders that the other side renamed.
  private mutating func follow(additionsOf side: MergeSide) throws(ObjectStoreError) {
    guard !renames(side.opposite).folders.isEmpty else { return }
    for (path, entry) in renames(side).additions where settled[side]?.contains(NameKey(path)) != true {
      let goal = try landing(of: path, by: side)
      guard !goal.hasSameBytes(as: path) else { continue }
      let move = RenamePlan.Move(tree: .side(side), from: path, to: goal, entry: entry)
      plan.steps.append(RenamePlan.Step(moves: [move], goal: goal, histories: [side: [path]]))
    }
  }

  /// Removes steps that would put two files at one path, or a file at a path where a side has something of its own.
  private mutating func keepPossible() throws(ObjectStoreError) {
    var steps = plan.steps
    while true {
      var arrivals: [Arrival: Int] = [:]
      var departures: Set<Arrival> = []
      for move in steps.flatMap(\.moves) {
        arrivals[Arrival(move.tree, move.to), default: 0] += 1
        departures.insert(Arrival(move.tree, move.from))
      }
      var kept: [RenamePlan.Step] = []
      for step in steps {
        var isPossible = true
        for move in step.moves where isPossible {
          // The target must not be below a file that is moved there either.
          isPossible =
            arrivals[Arrival(move.tree, move.to)] == 1
            && !PathText.folders(above: move.to).contains { arrivals[Arrival(move.tree, $0)] != nil }
          guard isPossible, case .side(let side) = move.tree else { continue }
          isPossible = try isFree(move.to, on: side, departures)
        }
        if isPossible { kept.append(step) }
      }
      if kept.count == steps.count { break }
      steps = kept
    }
    plan.steps = steps
  }

  /// Returns whether a side has nothing of its own at a path, nor a file of its own in place of a folder above it.
  private func isFree(
    _ path: String, on side: MergeSide, _ departures: Set<Arrival>
  ) throws(ObjectStoreError) -> Bool {
    if let entry = try reader.entry(at: path, of: self[side].tree), !departures.contains(Arrival(.side(side), path)) {
      let before = try reader.entry(at: path, of: base)
      guard entry.mode != .tree, before == entry else { return false }
    }
    for folder in PathText.folders(above: path) {
      let entry = try reader.entry(at: folder, of: self[side].tree)
      let before = try reader.entry(at: folder, of: base)
      if let entry, entry.mode != .tree, entry != before { return false }
    }
    return true
  }

  private subscript(side: MergeSide) -> SideVersion { side == .ours ? ours : theirs }

  private func renames(_ side: MergeSide) -> SideRenames { side == .ours ? ourRenames : theirRenames }

  /// A path in a tree.
  private struct Arrival: Hashable {
    var tree: RenamePlan.Place
    var path: NameKey

    init(_ tree: RenamePlan.Place, _ path: String) {
      self.tree = tree
      self.path = NameKey(path)
    }
  }
}
