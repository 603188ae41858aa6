internal import Documents

/// The choice between provenance keys that both sides changed: names and times are never mixed, and never conflict.
struct StampChoice {
  private let created: MergeSide?
  private let modified: MergeSide?

  /// Chooses the sides for the keys of a merge.
  init(_ merge: FrontMatterMerge) {
    created = Self.choose(merge, "created", earliest: true)
    modified = Self.choose(merge, "last_modified", earliest: false)
  }

  /// Returns the side that provides a key; nil for keys that are merged like any other.
  func side(of key: [UInt8]) -> MergeSide? {
    if key.elementsEqual("created_by".utf8) || key.elementsEqual("created_at".utf8) { return created }
    if key.elementsEqual("last_modified_by".utf8) || key.elementsEqual("last_modified_at".utf8) { return modified }
    return nil
  }

  private static func choose(_ merge: FrontMatterMerge, _ name: String, earliest: Bool) -> MergeSide? {
    func pair(_ side: MergeSide?) -> [ArraySlice<UInt8>?] {
      ["_by", "_at"].map { ending in
        merge.blocks[side]?.entries.first { $0.key.utf8.elementsEqual((name + ending).utf8) }
          .map { merge.texts[side][$0.body] }
      }
    }
    func time(_ side: MergeSide) -> Int64? {
      let entry = merge.blocks[side]?.entries.first { $0.key.utf8.elementsEqual((name + "_at").utf8) }
      return entry?.scalar.flatMap { ISOTime.seconds($0) }
    }
    let pairs = Three(base: pair(nil), ours: pair(.ours), theirs: pair(.theirs))
    if pairs.ours == pairs.theirs || pairs.theirs == pairs.base { return .ours }
    if pairs.ours == pairs.base { return .theirs }
    func byJudge() -> MergeSide { merge.judge.side(0..<merge.texts.ours.count, 0..<merge.texts.theirs.count) }
    if earliest {
      // A value that is not a time is merged like any other key.
      guard let ours = time(.ours), let theirs = time(.theirs) else { return nil }
      return ours == theirs ? byJudge() : ours < theirs ? .ours : .theirs
    }
    let latest = merge.judge.latestPlausible ?? .max
    let ours = time(.ours).flatMap { $0 <= latest ? $0 : nil }
    let theirs = time(.theirs).flatMap { $0 <= latest ? $0 : nil }
    guard let ours, let theirs else { return ours != nil ? .ours : theirs != nil ? .theirs : byJudge() }
    return ours == theirs ? byJudge() : ours > theirs ? .ours : .theirs
  }
}
