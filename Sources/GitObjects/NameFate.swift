/// An edit from a directory's point of view: the rest of the path below it.
struct BelowEdit {
  /// The rest of the path.
  var rest: Substring
  /// The whole edit.
  var edit: TreeEdit
}

/// The effect of edits on one name of a directory: first on the name itself, then below it.
struct NameFate {
  /// The name's own state before the edits below it apply.
  enum Base {
    /// The directory's entry is kept.
    case stays
    /// The entry is removed.
    case goes
    /// The entry is replaced.
    case becomes(FileMode, ObjectID)
  }

  /// The name.
  var name: String
  /// The name's own state.
  var base = Base.stays
  /// The edits below the name, in order.
  var below: [BelowEdit] = []

  /// Whether any edit adds something below the name (a removal alone creates no directory).
  var setsBelow: Bool {
    below.contains { if case .set = $0.edit { true } else { false } }
  }

  /// Groups edits by their first component, in the order in which the names first appear.
  ///
  /// - Throws: `ObjectStoreError.failed` for a path with an empty component.
  static func group(_ edits: [BelowEdit]) throws(ObjectStoreError) -> [NameFate] {
    var fates: [NameFate] = []
    var positions: [NameKey: Int] = [:]
    for edit in edits {
      let slash = edit.rest.utf8.firstIndex(of: UInt8(ascii: "/"))
      let name = edit.rest[..<(slash ?? edit.rest.endIndex)]
      guard !name.isEmpty else { throw .failed("'\(edit.edit.path)' is not a path of a tree") }
      let key = NameKey(name)
      let position = positions[key] ?? fates.count
      if position == fates.count {
        fates.append(NameFate(name: String(name)))
        positions[key] = position
      }
      if let slash {
        fates[position].below.append(
          BelowEdit(rest: edit.rest[edit.rest.utf8.index(after: slash)...], edit: edit.edit))
        continue
      }
      fates[position].below = []
      if case .set(_, let mode, let id) = edit.edit {
        fates[position].base = .becomes(mode, id)
      } else {
        fates[position].base = .goes
      }
    }
    return fates
  }
}
