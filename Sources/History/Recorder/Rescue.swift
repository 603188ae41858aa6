internal import GitObjects

/// A displaced text that history does not have, and the write that it amounts to.
struct Rescue {
  /// Its slot; nil where the text was seen before it was displaced.
  var slot: String?
  /// What the slot holds.
  var blob: ObjectID
  /// The write: the person's, based on what was expected in its place.
  var write: Write
}
