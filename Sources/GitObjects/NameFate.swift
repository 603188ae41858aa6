/// An edit as one directory sees it: the part of the path that is left below it.
struct BelowEdit {
  /// The rest of the path.
  var rest: Substring
  /// The whole edit.
  var edit: TreeEdit
}

/// What edits make of one name of a directory: first its base, then what changes below.
struct NameFate {
  /// What the name itself becomes before the edits below it apply.
  enum Base {
    /// What the directory has there.
    case stays
    /// Nothing.
    case goes
    /// An entry.
    case becomes(FileMode, ObjectID)
  }

  /// The name.
  var name: String
  /// What the name itself becomes.
  var base = Base.stays
  /// The edits below it, in their order.
  var below: [BelowEdit] = []

  /// Whether anything is put below it (a removal alone makes no directory).
  var setsBelow: Bool {
    below.contains { if case .set = $0.edit { true } else { false } }
  }

  /// Groups edits by their first part, in the order in which the names first appear.
  ///
  /// - Throws: `ObjectStoreError.failed` for a path with an empty part.
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
